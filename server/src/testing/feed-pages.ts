import { api } from '@touchline/contract/api.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'

/** Publishes a text in a club's past, `minute` minutes after noon of January 1, 2026. */
export const writePost = (
  { services, people }: Club,
  title: string | null,
  content: string,
  minute: number,
  creator = people.creator,
) =>
  publishPost(services, {
    creatorId: creator.id,
    title,
    content,
    contentType: 'text',
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
  })

export function listOf(reply: unknown): Post[] {
  if (!Array.isArray(reply)) throw new Error('the feed without a query is an array')
  return reply
}

type PageQuery = {
  page?: number
  limit?: number
  search?: string
  before?: string
  tag?: string
  collection?: string
  year?: number
}

/** A page of the feed for `caller`; throws for any other response. */
export async function pageFor(caller: Caller, query: PageQuery) {
  const { status, body } = await caller.call(api.posts.list, { query })
  if (status !== 200 || Array.isArray(body))
    throw new Error(`a page was asked for, and the answer is ${status}`)
  return body
}

export const titles = (list: Post[]) => list.map(({ title }) => title)
