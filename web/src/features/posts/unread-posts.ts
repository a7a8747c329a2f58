import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let unread: readonly string[] = []

function setUnread(next: readonly string[]) {
  unread = next
  for (const listener of listeners) listener()
}

function onUnreadChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Ids of posts that were published since the lists were read. */
export const useUnreadPosts = () => useSyncExternalStore(onUnreadChange, () => unread)

/** To call when the lists are read anew. */
export const forgetUnreadPosts = () => setUnread([])

const ownPosts = new Set<string>()

export function dropUnreadPost(postId: string) {
  if (unread.includes(postId)) setUnread(unread.filter((id) => id !== postId))
}

export function addUnreadPost(postId: string) {
  if (!ownPosts.has(postId) && !unread.includes(postId)) setUnread([...unread, postId])
}

/** A post published from this page is no news to it. */
export function expectPost(postId: string) {
  ownPosts.add(postId)
  dropUnreadPost(postId)
}
