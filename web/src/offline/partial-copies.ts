import { partsOf, withDatabase } from './database.ts'
import { locks } from './locks.ts'
import { NotSaved } from './not-saved-text.ts'

const name = 'saving-post'

/**
 * Saves a post with `work`: any number of posts at once, but never while halves are cleared away or leases lengthened,
 * and each in one window. Throws NotSaved where another window saves it, AbortError when `signal` fires first.
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

/** Does `work` unless a window is saving just now, whose copy is not whole yet: then the next time. */
export async function unlessSaving(work: () => Promise<void>): Promise<void> {
  await locks()?.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined))
}

/** Deletes the parts of posts that were never saved whole, as when a window was closed meanwhile. */
export async function clearHalves(): Promise<void> {
  await withDatabase(async (kept) => {
    const whole = new Set(await kept.getAllKeys('posts'))
    const begun = new Set((await kept.getAllKeys('parts')).map(([postId]) => postId))
    for (const postId of begun) if (!whole.has(postId)) await kept.delete('parts', partsOf(postId))
  })
}
