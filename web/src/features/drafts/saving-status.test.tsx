import { cleanup, screen } from '@testing-library/react'
import type { Draft } from '@touchline/contract/drafts.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { nothingTyped } from '#drafting/local-copy.ts'
import { SavingNotice } from './saving-status.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const typed = { ...nothingTyped, title: 'Kick-off', content: 'It begins.' }
const theirs: Draft = {
  ...typed,
  id: 'draft',
  version: 2,
  mediaAlt: 'The eleven in a row',
  opensAt: '2027-01-05T12:00:00.000Z',
  sharing: 'teaser',
  mediaType: 'image',
  mediaId: null,
  media: null,
  parts: [],
  attachments: [],
  status: 'ready',
  publishAt: null,
  isMadeWithAi: false,
  commentsOff: false,
  tags: [],
  collectionIds: [],
  edits: null,
  notPublished: null,
  createdAt: '2027-01-01T12:00:00.000Z',
  updatedAt: '2027-01-01T12:00:00.000Z',
}

const versionOf = (name: string) => screen.getByText(name).parentElement?.textContent

it('shows of both versions all that may tell them apart [DESK-1]', async () => {
  stop = await servePage((_request, response) =>
    response.end(JSON.stringify(createUser({ role: 'creator' }))),
  )
  openPage(() => (
    <SavingNotice
      draftState={{ version: 1, typed, saving: { state: 'conflict', theirs } }}
      keeper={{ current: undefined }}
    />
  ))
  await screen.findByText('Saved there')
  expect(versionOf('Saved there')).toBe(
    'Saved thereKick-off\nIt begins.Description: The eleven in a rowOpens to everybody on January 5, 2027Shown to visitors: The title and the first lines',
  )
  expect(versionOf('Written here')).toBe('Written hereKick-off\nIt begins.')
})
