import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'

export type PostPage = { posts: Post[]; total: number; hasMore: boolean }

/** Where every list of posts is kept, whatever its page or search. */
export const postLists = ['posts', 'lists'] as const

/** Where the comments of every post are kept. */
export const commentLists = ['posts', 'comments'] as const

export const commentsKey = (postId: string) => [...commentLists, postId] as const

const changeLists = (client: QueryClient, change: (page: PostPage) => PostPage) =>
  client.setQueriesData<PostPage>({ queryKey: postLists }, (page) => page && change(page))

/** Changes a post in place in every list that shows it. */
export const patchPost = (client: QueryClient, postId: string, changes: Partial<Post>) =>
  changeLists(client, (page) =>
    page.posts.some(({ id }) => id === postId)
      ? { ...page, posts: page.posts.map((post) => (post.id === postId ? { ...post, ...changes } : post)) }
      : page,
  )

/** Takes a post out of every list that shows it. */
export const dropPost = (client: QueryClient, postId: string) =>
  changeLists(client, (page) =>
    page.posts.some(({ id }) => id === postId)
      ? { ...page, total: page.total - 1, posts: page.posts.filter(({ id }) => id !== postId) }
      : page,
  )

export const isListed = (client: QueryClient, postId: string) =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists })
    .some(([, page]) => page?.posts.some(({ id }) => id === postId))

/** The posts of the lists on screen. */
export const postsOnScreen = (client: QueryClient) =>
  client
    .getQueriesData<PostPage>({ queryKey: postLists, type: 'active' })
    .flatMap(([, page]) => page?.posts ?? [])

/** Lists are read anew the next time they are opened; what is on screen stays as it is. */
export const renewListsLater = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: postLists, refetchType: 'none' })
