import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'
import { newDraft } from '#testing/new-draft.ts'
import { addressOf, nameOf } from '#testing/every-endpoint.ts'
import type { PersonName } from '#testing/people.ts'

let club: Club
let postId: string
let commentId: string
let draftId: string
beforeAll(async () => {
  club = await openClub()
  const { creator, member } = club.people
  postId = await publishPost(club.services, { creatorId: creator.id, content: 'Text', contentType: 'text' })
  const said = await member.call(api.comments.add, { params: { id: postId }, body: { content: 'Mine' } })
  commentId = said.body.id
  draftId = (await newDraft(creator)).id
})
afterAll(() => club.close())

type Row = [endpoint: Endpoint, id: () => string, body: object, answers: Partial<Record<PersonName, number>>]
const person = (name: PersonName) => () => club.people[name].id
const block = { blocked: true, reason: 'Spam or advertising' }
const rename = { title: 'Theirs now' }

/** Everyone requests an object of another person; those who may come last, because they may end it. */
const rows: Row[] = [
  [api.posts.edit, () => postId, rename, { member: 403, lapsed: 403, blocked: 403, otherCreator: 403 }],
  [api.posts.remove, () => postId, {}, { member: 403, lapsed: 403, blocked: 403, otherCreator: 403 }],
  [
    api.posts.show,
    () => postId,
    {},
    { lapsed: 403, blocked: 403, member: 200, otherCreator: 200, admin: 200 },
  ],
  [api.posts.like, () => postId, {}, { lapsed: 403, blocked: 403, member: 200 }],
  [api.comments.list, () => postId, {}, { lapsed: 403, blocked: 403, member: 200 }],
  [
    api.comments.remove,
    () => commentId,
    {},
    { member: 403, otherMember: 403, lapsed: 403, otherCreator: 403 },
  ],
  [api.drafts.show, () => draftId, {}, { member: 403, admin: 403, otherCreator: 404, creator: 200 }],
  ...[api.drafts.addPart, api.drafts.addAttachment, api.drafts.removePart].map((endpoint): Row => [
    endpoint,
    () => draftId,
    { uploadId: 'A'.repeat(22), name: 'plan.gpx' },
    { member: 403, admin: 403, otherCreator: 404 },
  ]),
  [api.drafts.remove, () => draftId, {}, { member: 403, admin: 403, otherCreator: 404, creator: 204 }],
  [api.blocks.toggle, person('admin'), block, { member: 403, creator: 403, otherCreator: 403, admin: 403 }],
  [api.blocks.toggle, person('creator'), block, { member: 403, creator: 403, otherCreator: 403 }],
  [api.blocks.toggle, person('otherCreator'), block, { member: 403, otherCreator: 403, creator: 403 }],
  [api.blocks.toggle, person('member'), block, { member: 403, otherMember: 403, lapsed: 403 }],
  [api.admin.user, person('member'), {}, { member: 403, creator: 403, admin: 200 }],
  [api.admin.cancelSubscription, person('member'), {}, { member: 403, creator: 403 }],
  [api.admin.sendPasswordLink, person('member'), {}, { member: 403, creator: 403 }],
  [api.drafts.edit, () => postId, {}, { member: 403, lapsed: 403, admin: 403, otherCreator: 403 }],
  [api.drafts.unpublish, () => postId, {}, { member: 403, lapsed: 403, admin: 403, otherCreator: 403 }],
  [
    api.drafts.duplicate,
    () => postId,
    { draftId: '0190b0d0-0000-4000-8000-000000000000' },
    { member: 403, admin: 403, otherCreator: 403 },
  ],
  [
    api.revisions.list,
    () => postId,
    {},
    { member: 403, lapsed: 403, otherCreator: 403, admin: 200, creator: 200 },
  ],
  [api.revisions.removeFiles, () => postId, {}, { member: 403, otherCreator: 403, admin: 204, creator: 204 }],
  [
    api.comments.edit,
    () => commentId,
    { content: 'Theirs now', version: 1 },
    { otherMember: 403, lapsed: 403, blocked: 403, creator: 403, admin: 403, member: 200 },
  ],
  [
    api.comments.withdraw,
    () => commentId,
    {},
    { otherMember: 403, lapsed: 403, blocked: 403, creator: 403, admin: 403 },
  ],
  [api.comments.remove, () => commentId, {}, { creator: 204 }],
  [api.posts.edit, () => postId, rename, { admin: 200, creator: 200 }],
  [api.posts.remove, () => postId, {}, { creator: 204 }],
]

for (const [endpoint, id, body, answers] of rows)
  it(`${nameOf(endpoint)} judges what is there by whose it is [T-ID-01]`, async () => {
    for (const [name, status] of Object.entries(answers)) {
      const caller = Object.entries(club.people).find(([known]) => known === name)![1]
      const isRead = endpoint.method === 'GET'
      const answer = await caller.fetch(addressOf(endpoint, id()), {
        method: endpoint.method,
        headers: { 'content-type': 'application/json' },
        ...(isRead ? {} : { body: JSON.stringify(body) }),
      })
      await answer.arrayBuffer()
      expect([name, answer.status]).toEqual([name, status])
    }
  })
