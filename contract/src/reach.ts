import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { party } from './people.ts'
import { byId, id, moment, pageSize } from './text.ts'

/*
 * Whom a creator's own posts reach: views, likes and comments are counted from their rows; how many members have seen a
 * post, and for how long, is counted again within a minute of somebody seeing it, and every night for those who left or
 * came back. What there is not enough to say is null, never 0.
 */

const count = z.int()

/** From these percentages on engagement is high, or fair. */
export const highEngagement = 5
export const fairEngagement = 2

export const postReach = z.object({
  id,
  title: z.nullable(z.string()),
  /** How its text begins, for posts without a title. */
  excerpt: z.string(),
  mediaType: z.enum([...mediaTypes, 'text']),
  createdAt: moment,
  /** One a person and day. */
  views: count,
  likes: count,
  comments: count,
  /**
   * Likes and comments of a hundred views, to one decimal; null without a view, and with more likes than views: people
   * looked while nobody was counted.
   */
  engagement: z.nullable(z.number()),
  /** Members at `countedAt` who had seen it on any day; null while it waits to be counted for the first time. */
  reached: z.nullable(count),
  /** Members there were at `countedAt`, of whom `reached` is a part. */
  members: z.nullable(count),
  countedAt: z.nullable(moment),
  /** How long it had been played by everybody together at `countedAt`; null before, and for what does not play. */
  watchedSeconds: z.nullable(count),
})
export type PostReach = z.output<typeof postReach>

const cursor = z.optional(z.string().check(z.maxLength(200)))

/** So many posts come with the first answer. */
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
    /** False while the creator wants nobody counted. */
    countsViews: z.boolean(),
  }),
})
export type ContentReach = z.output<typeof content.reply & {}>

const day = z.iso.date()

export const reachedMember = z.object({
  person: party,
  /** Days in UTC. */
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
  summary: 'Who of the members of now an own post reached, those who saw it last first.',
  params: byId,
  query: z.object({ before: cursor, limit: z.optional(pageSize) }),
  reply: z.object({
    post: postReach,
    people: z.array(reachedMember),
    next: z.nullable(z.string()),
  }),
})
export type PostMembers = z.output<typeof members.reply & {}>
