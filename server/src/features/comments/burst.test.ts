import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

it('accepts ten of twenty comments that a member sends at once [COM-2]', async () => {
  const { creator, member } = club.people
  const id = await publishPost(club.services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      member.call(api.comments.add, { params: { id }, body: { content: `Comment ${index}` } }),
    ),
  )
  const statuses = sent.map(({ status }) => status).toSorted((one, other) => one - other)
  expect(statuses).toEqual([...Array<number>(10).fill(201), ...Array<number>(10).fill(429)])
})
