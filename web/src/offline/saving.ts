import { useSyncExternalStore } from 'react'
import type { Progress } from './save-post.ts'

/** How many bytes of a post there are so far; `cancel` stops it. */
type Saving = { bytes: number; cancel: () => void }

// It goes on whatever page is looked at.
const underWay = new Map<string, Saving>()
const listeners = new Set<() => void>()

function set(postId: string, saving: Saving | null) {
  if (saving) underWay.set(postId, saving)
  else underWay.delete(postId)
  for (const listener of listeners) listener()
}

function onChange(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is under way of a post that is being saved in this window, or null. */
export const useSaving = (postId: string) =>
  useSyncExternalStore(onChange, () => underWay.get(postId) ?? null)

/** Saves a post with `work`; does nothing while it is being saved in this window already. */
export async function saveOnce(postId: string, work: (progress: Progress) => Promise<void>): Promise<void> {
  if (underWay.has(postId)) return
  const abort = new AbortController()
  const onProgress = (bytes: number) => set(postId, { bytes, cancel: () => abort.abort() })
  onProgress(0)
  try {
    await work({ signal: abort.signal, onProgress })
  } finally {
    set(postId, null)
  }
}
