import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { postLine } from './post-line.ts'
import { versionNumber } from './posts.ts'
import { byId, id, optionalText, requiredLine } from './text.ts'

/** Per creator. */
export const maxCollections = 100
/** Posts of one collection. */
export const maxCollected = 500
export const maxCollectionTitle = 100
export const maxCollectionDescription = 1000

export const orderings = ['own', 'oldest'] as const

const title = requiredLine(maxCollectionTitle, 'Please enter a title.')
const description = optionalText(maxCollectionDescription)
const ordering = z.enum(orderings, { error: 'Choose your own order or the oldest first.' })

/**
 * `count` is the number of posts that members see, `seen` how many of them the viewer has seen; null for creators and
 * admins, whose views are not counted, and while the creator does not count views. Only its creator has `version`,
 * which grows with each change, and `coverPostId`, the post whose picture is the cover (null: the first one with a
 * picture).
 */
export const collection = z.object({
  id,
  title: z.string(),
  description: z.string(),
  ordering,
  coverUrl: z.nullable(z.string()),
  count: z.number(),
  seen: z.nullable(z.number()),
  version: z.optional(z.number()),
  coverPostId: z.optional(z.nullable(id)),
})
export type Collection = z.output<typeof collection>

const collected = z.object({ ...postLine.shape, isSeen: z.nullable(z.boolean()) })
export const fullCollection = z.object({ ...collection.shape, posts: z.array(collected) })
export type FullCollection = z.output<typeof fullCollection>

export const list = endpoint({
  method: 'GET',
  path: '/api/collections',
  access: 'member',
  summary: 'The collections, newest first. Empty ones are shown to their creator only.',
  reply: z.array(collection),
})

export const show = endpoint({
  method: 'GET',
  path: '/api/collections/:id',
  access: 'member',
  summary: 'A collection with its posts in their order.',
  params: byId,
  reply: fullCollection,
})

export const save = endpoint({
  method: 'PUT',
  path: '/api/collections/:id',
  access: 'creator',
  summary: `Saves a collection that is still at this version, otherwise 409. Version 0 creates it under a UUID chosen by its creator, who can have ${maxCollections}.`,
  params: byId,
  body: z.object({
    version: z.union([z.literal(0), versionNumber]),
    title,
    description,
    ordering,
    coverPostId: z.nullable(id),
  }),
  reply: fullCollection,
})

export const arrange = endpoint({
  method: 'PUT',
  path: '/api/collections/:id/posts',
  access: 'creator',
  summary: `Sets the posts of a collection in their order, at most ${maxCollected} of my own. Refused with 409 if the collection has changed since this version.`,
  params: byId,
  body: z.object({
    version: versionNumber,
    postIds: z
      .array(id)
      .check(z.maxLength(maxCollected, `A collection can have at most ${maxCollected} posts.`)),
  }),
  reply: fullCollection,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/collections/:id',
  access: 'creator',
  summary: 'Deletes one of my collections. Its posts stay.',
  params: byId,
  status: 204,
})
