import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'

const unread = createStore<readonly string[]>([])

/** Ids of posts that were published since the lists were read. */
export const useUnreadPosts = () => useSyncExternalStore(unread.subscribe, unread.get)

/** To call when the lists are read anew. */
export const clearUnreadPosts = () => unread.set([])

const ownPosts = new Set<string>()

export function dropUnreadPost(postId: string) {
  if (unread.get().includes(postId)) unread.set(unread.get().filter((id) => id !== postId))
}

export function addUnreadPost(postId: string) {
  if (!ownPosts.has(postId) && !unread.get().includes(postId)) unread.set([...unread.get(), postId])
}

/** A post published from this page is no news to it. */
export function expectPost(postId: string) {
  ownPosts.add(postId)
  dropUnreadPost(postId)
}
