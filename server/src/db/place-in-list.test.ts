import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'
import { cursorOf, placeOf } from './place-in-list.ts'

const id = '0199a1b2-0000-7000-8000-000000000000'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const madeUp = [
  '0000-01-01T00:00:00.000Z',
  '+099999-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '99999',
  '9999-12-31T23:59:59.999-12:00',
  '2026-02-31T00:00:00.000Z',
  '2026-01-01',
  '2026-',
  'yesterday',
  '',
].map((time) => `${time}_${id}`)

it('decodes the cursor of a list', () => {
  for (const at of ['0001-01-01T00:00:00.000Z', '2026-02-28T12:34:56.789Z', '9999-12-31T23:59:59.999Z']) {
    const place = { at: new Date(at), id }
    expect(placeOf(cursorOf(place))).toEqual(place)
  }
})

it('rejects an invalid cursor in every list [T-IN-02]', async () => {
  const { creator } = club.people
  const postId = await publishPost(club.services, {
    creatorId: creator.id,
    content: 'Seen',
    contentType: 'text',
  })
  for (const before of [...madeUp, `2026-01-01T00:00:00.000Z_${id}_${id}`, '2026-01-01T00:00:00.000Z_7']) {
    const answers = [
      await creator.call(api.reach.content, { query: { before } }),
      await creator.call(api.reach.members, { params: { id: postId }, query: { before } }),
      await creator.call(api.insights.rows, { query: { figure: 'revenue', before } }),
      await creator.call(api.payouts.lines, { params: { id: 'running' }, query: { before } }),
    ]
    for (const { status, message } of answers)
      expect([before, status, message]).toEqual([before, 400, 'This place in the list does not exist.'])
  }
})
