import { api } from '@touchline/contract/api.ts'
import { pageKeys } from '@touchline/contract/page-data.ts'
import { expect, it } from 'vitest'
import { sessionQuery } from '#session/viewer.ts'
import { documentCall } from './document.ts'
import { siteQuery, textsQuery } from './site.ts'
import { teaserCalls, teaserQuery, teasersQuery } from './teasers.ts'

it('matches the contract', () => {
  const { list, show } = api.teasers
  expect(teaserCalls).toEqual({
    list: { method: list.method, path: list.path },
    show: { method: show.method, path: show.path },
  })
  expect(api.site.document).toMatchObject(documentCall)
})

it('caches under the names that the server embeds [FRONT-1]', () => {
  expect([siteQuery.queryKey, textsQuery.queryKey, sessionQuery.queryKey, teasersQuery.queryKey]).toEqual([
    pageKeys.site,
    pageKeys.texts,
    pageKeys.session,
    pageKeys.teasers,
  ])
  expect(teaserQuery('AB').queryKey).toEqual(pageKeys.teaser('ab'))
})
