import type { QueryClient } from '@tanstack/react-query'
import { changeCached } from '#api/stale-reads.ts'
import type { Post, postPage } from '@touchline/contract/posts.ts'
import type * as z from 'zod/mini'

export type PostPage = z.output<typeof postPage>

export type ListQuery = { page: number; limit: number; search?: string }

const posts = ['posts'] as const

/** Where every list of posts is kept, whatever its page or search. */
export const postLists = [...posts, 'lists'] as const

export const listKey = (query: ListQuery) => [...postLists, query] as const

// Only `listKey` makes keys below `postLists`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const listQueryOf = (key: readonly unknown[]) => key[postLists.length] as ListQuery

/** Where posts are kept that somebody opened at an address of their own; null is one that is gone. */
export const singlePosts = [...posts, 'one'] as const

export const postKey = (postId: string) => [...singlePosts, postId] as const

/** Changes every list that shows the post; one that is to be read anew when it is opened stays so. */
function changeLists(client: QueryClient, postId: string, change: (page: PostPage) => PostPage) {
  for (const query of client.getQueryCache().findAll({ queryKey: postLists })) {
    const page = client.getQueryData<PostPage>(query.queryKey)
    if (!page?.posts.some(({ id }) => id === postId)) continue
    const { isInvalidated } = query.state
    client.setQueryData(query.queryKey, change(page))
    if (isInvalidated) query.invalidate()
  }
}

/** Changes a post in place wherever it is shown. */
export function patchPost(client: QueryClient, postId: string, changes: Partial<Post>): void {
  changeCached(client, posts, () => {
    client.setQueryData<Post | null>(postKey(postId), (post) => post && { ...post, ...changes })
    changeLists(client, postId, (page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === postId ? { ...post, ...changes } : post)),
    }))
  })
}

/** Takes a post that is gone off every screen. */
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

/** The post as a list shows it, if one does. */
export const listedPost = (client: QueryClient, postId: string): Post | undefined =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists })
    .flatMap(([, page]) => page?.posts ?? [])
    .find(({ id }) => id === postId)

export const isListed = (client: QueryClient, postId: string) => listedPost(client, postId) !== undefined

/** True when a list or a page of its own holds the post. */
export const isShown = (client: QueryClient, postId: string) =>
  isListed(client, postId) || !!client.getQueryData(postKey(postId))

/** The posts that are on screen at an address of their own. */
export const singlesOnScreen = (client: QueryClient) =>
  client
    .getQueriesData<Post | null>({ queryKey: singlePosts, type: 'active' })
    .flatMap(([, post]) => (post ? [post.id] : []))

/** The lists on screen: what was asked for, and the posts that came. */
export const listsOnScreen = (client: QueryClient) =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists, type: 'active' })
    .flatMap(([key, page]) => (page ? [{ query: listQueryOf(key), posts: page.posts }] : []))

/** Lists are read anew the next time they are opened; what is on screen stays as it is. */
export const renewListsLater = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: postLists, refetchType: 'none' })
