import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { party } from './people.ts'
import { byId, id, moment, pageSize } from './text.ts'

/*
 * Members reached and watch time are recounted within a minute of a view, and every night for changed memberships.
 * Values without enough data are null, never 0.
 */

const count = z.int()

/** Engagement thresholds in percent. */
export const highEngagement = 5
export const fairEngagement = 2

export const postReach = z.object({
  id,
  title: z.nullable(z.string()),
  /** The start of the text, for posts without a title. */
  excerpt: z.string(),
  mediaType: z.enum([...mediaTypes, 'text']),
  /** The smallest still of a picture or video; null without one. */
  thumbnailUrl: z.nullable(z.string()),
  createdAt: moment,
  /** At most one per person and day. */
  views: count,
  likes: count,
  comments: count,
  /** Likes and comments per hundred views; null with more likes than views, when counting was switched off. */
  engagement: z.nullable(z.number()),
  /** Members at `countedAt` who had seen the post; null before the first count. */
  reached: z.nullable(count),
  /** All members at `countedAt`. */
  members: z.nullable(count),
  countedAt: z.nullable(moment),
  /** Total watch time at `countedAt`; null before the first count and for posts without playable media. */
  watchedSeconds: z.nullable(count),
})
export type PostReach = z.output<typeof postReach>

const cursor = z.optional(z.string().check(z.maxLength(200)))

/** Posts per page. */
export const postsPerPage = 10

export const content = endpoint({
  method: 'GET',
  path: '/api/analytics/content',
  access: 'creator',
  summary:
    'The creator’s own posts, newest first, with how each was received. `?format=csv`: all of them as a file.',
  query: z.object({
    before: cursor,
    limit: z.optional(pageSize),
    format: z.optional(z.literal('csv', 'The format can be csv.')),
  }),
  reply: z.object({
    posts: z.array(postReach),
    next: z.nullable(z.string()),
    /** False while the creator has switched view counting off. */
    countsViews: z.boolean(),
  }),
})
export type ContentReach = z.output<typeof content.reply & {}>

const day = z.iso.date()

export const reachedMember = z.object({
  person: party,
  /** UTC days. */
  firstSeen: day,
  lastSeen: day,
  hasLiked: z.boolean(),
  comments: count,
  watchedSeconds: z.nullable(count),
})
export type ReachedMember = z.output<typeof reachedMember>

export const members = endpoint({
  method: 'GET',
  path: '/api/analytics/content/:id/members',
  access: 'creator',
  summary: 'Current members who have seen an own post, latest first.',
  params: byId,
  query: z.object({ before: cursor, limit: z.optional(pageSize) }),
  reply: z.object({
    post: postReach,
    people: z.array(reachedMember),
    next: z.nullable(z.string()),
  }),
})
export type PostMembers = z.output<typeof members.reply & {}>
