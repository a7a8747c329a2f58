import type { QueryClient } from '@tanstack/react-query'
import type { ListQuery } from '@touchline/contract/first-posts.ts'
import { changeCached } from '#api/stale-reads.ts'
import type { Post, postPage } from '@touchline/contract/posts.ts'
import type * as z from 'zod/mini'

export type PostPage = z.output<typeof postPage>

const posts = ['posts'] as const

export const postLists = [...posts, 'lists'] as const

// Only `postListKey` creates keys below `postLists`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const listQueryOf = (key: readonly unknown[]) => key[postLists.length] as ListQuery

/** The query key of single posts; null is a post that is gone. */
export const singlePosts = [...posts, 'one'] as const

export const postKey = (postId: string) => [...singlePosts, postId] as const

/** Updates all lists that contain the post. Invalidated lists stay invalidated. */
function changeLists(client: QueryClient, postId: string, change: (page: PostPage) => PostPage) {
  for (const query of client.getQueryCache().findAll({ queryKey: postLists })) {
    const page = client.getQueryData<PostPage>(query.queryKey)
    if (!page?.posts.some(({ id }) => id === postId)) continue
    const { isInvalidated } = query.state
    client.setQueryData(query.queryKey, change(page))
    if (isInvalidated) query.invalidate()
  }
}

export function patchPost(client: QueryClient, postId: string, changes: Partial<Post>): void {
  changeCached(client, posts, () => {
    client.setQueryData<Post | null>(postKey(postId), (post) => post && { ...post, ...changes })
    changeLists(client, postId, (page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === postId ? { ...post, ...changes } : post)),
    }))
  })
}

export function dropPost(client: QueryClient, postId: string): void {
  changeCached(client, posts, () => {
    client.setQueryData<Post | null>(postKey(postId), (post) => post && null)
    changeLists(client, postId, (page) => ({
      ...page,
      total: page.total - 1,
      posts: page.posts.filter(({ id }) => id !== postId),
    }))
  })
}

export const listedPost = (client: QueryClient, postId: string): Post | undefined =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists })
    .flatMap(([, page]) => page?.posts ?? [])
    .find(({ id }) => id === postId)

export const isListed = (client: QueryClient, postId: string) => listedPost(client, postId) !== undefined

export const isShown = (client: QueryClient, postId: string) =>
  isListed(client, postId) || !!client.getQueryData(postKey(postId))

export const singlesOnScreen = (client: QueryClient) =>
  client
    .getQueriesData<Post | null>({ queryKey: singlePosts, type: 'active' })
    .flatMap(([, post]) => (post ? [post.id] : []))

export const listsOnScreen = (client: QueryClient) =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists, type: 'active' })
    .flatMap(([key, page]) => (page ? [{ query: listQueryOf(key), posts: page.posts }] : []))

/** Refetches lists when they are next opened; visible ones stay as they are. */
export const renewListsLater = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: postLists, refetchType: 'none' })
