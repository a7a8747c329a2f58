import { newUnderWay } from '#ui/under-way.ts'
import type { Progress } from './save-post.ts'

/** How many bytes of a post there are so far; `cancel` stops it. */
type Saving = { bytes: number; cancel: () => void }

const underWay = newUnderWay<Saving>()

/** What is under way of a post that is being saved in this window, or null. */
export const useSaving = underWay.use

/** Saves a post with `work`; does nothing while it is being saved in this window already. */
export async function saveOnce(postId: string, work: (progress: Progress) => Promise<void>): Promise<void> {
  if (underWay.of(postId)) return
  const abort = new AbortController()
  const onProgress = (bytes: number) => underWay.set(postId, { bytes, cancel: () => abort.abort() })
  onProgress(0)
  try {
    await work({ signal: abort.signal, onProgress })
  } finally {
    underWay.set(postId, null)
  }
}
