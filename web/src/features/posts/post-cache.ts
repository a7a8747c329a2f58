import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'

export type PostPage = { posts: Post[]; total: number; hasMore: boolean }

export type ListQuery = { page: number; limit: number; search?: string }

/** Where every list of posts is kept, whatever its page or search. */
export const postLists = ['posts', 'lists'] as const

export const listKey = (query: ListQuery) => [...postLists, query] as const

// Only `listKey` makes keys below `postLists`.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const listQueryOf = (key: readonly unknown[]) => key[postLists.length] as ListQuery

/** Where the comments of every post are kept. */
export const commentLists = ['posts', 'comments'] as const

export const commentsKey = (postId: string) => [...commentLists, postId] as const

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

/** Changes a post in place in every list that shows it. */
export const patchPost = (client: QueryClient, postId: string, changes: Partial<Post>) =>
  changeLists(client, postId, (page) => ({
    ...page,
    posts: page.posts.map((post) => (post.id === postId ? { ...post, ...changes } : post)),
  }))

/** Takes a post out of every list that shows it. */
export const dropPost = (client: QueryClient, postId: string) =>
  changeLists(client, postId, (page) => ({
    ...page,
    total: page.total - 1,
    posts: page.posts.filter(({ id }) => id !== postId),
  }))

export const isListed = (client: QueryClient, postId: string) =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists })
    .some(([, page]) => page?.posts.some(({ id }) => id === postId))

/** The lists on screen: what was asked for, and the posts that came. */
export const listsOnScreen = (client: QueryClient) =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists, type: 'active' })
    .flatMap(([key, page]) => (page ? [{ query: listQueryOf(key), posts: page.posts }] : []))

/** Lists are read anew the next time they are opened; what is on screen stays as it is. */
export const renewListsLater = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: postLists, refetchType: 'none' })
