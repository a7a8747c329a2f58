import { useSyncExternalStore } from 'react'
import { createStore } from '#ui/store.ts'

const unread = createStore<readonly string[]>([])

export const useUnreadPosts = () => useSyncExternalStore(unread.subscribe, unread.get, unread.get)

export const clearUnreadPosts = () => unread.set([])

const ownPosts = new Set<string>()

export function dropUnreadPost(postId: string) {
  if (unread.get().includes(postId)) unread.set(unread.get().filter((id) => id !== postId))
}

export function addUnreadPost(postId: string) {
  if (!ownPosts.has(postId) && !unread.get().includes(postId)) unread.set([...unread.get(), postId])
}

/** A post published from this page is not announced. */
export function expectPost(postId: string) {
  ownPosts.add(postId)
  dropUnreadPost(postId)
}
