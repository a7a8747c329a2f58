import { partsOf, withDatabase } from './database.ts'
import { locks } from './locks.ts'
import { NotSaved } from './not-saved-text.ts'

const name = 'saving-post'

/**
 * Runs `work` to save a post. Posts can be saved in parallel, but not while partial copies are cleaned up or leases
 * renewed, and each in one window only. Throws NotSaved when another window is saving the post, AbortError when
 * `signal` fires first.
 */
export async function whileSaving(
  postId: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const windows = locks()
  if (!windows) return work()
  await windows.request(`${name}:${postId}`, { ifAvailable: true }, async (lock) => {
    if (!lock) throw new NotSaved('It is being saved in another window already.')
    await windows.request(name, { mode: 'shared', signal }, work)
  })
}

/** Runs `work` unless a window is saving, whose copy is not complete yet. */
export async function unlessSaving(work: () => Promise<void>): Promise<void> {
  await locks()?.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined))
}

/** Deletes the parts of incomplete copies, left for example by a closed window. */
export async function clearHalves(): Promise<void> {
  await withDatabase(async (kept) => {
    const whole = new Set(await kept.getAllKeys('posts'))
    const begun = new Set((await kept.getAllKeys('parts')).map(([postId]) => postId))
    for (const postId of begun) if (!whole.has(postId)) await kept.delete('parts', partsOf(postId))
  })
}
