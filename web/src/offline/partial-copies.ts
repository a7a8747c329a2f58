import { partsOf, withDatabase } from './database.ts'
import { locks } from './locks.ts'
import { NotSaved } from './not-saved-text.ts'

const name = 'saving-post'

/** Runs `work` to save a post in one window, and never while partial copies are deleted or leases renewed. */
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

/** Runs `work` unless a window is saving: that copy is not complete yet. */
export async function unlessSaving(work: () => Promise<void>): Promise<void> {
  await locks()?.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined))
}

/** Deletes the files of incomplete copies. */
export async function clearHalves(): Promise<void> {
  await withDatabase(async (database) => {
    const whole = new Set(await database.getAllKeys('posts'))
    const begun = new Set((await database.getAllKeys('parts')).map(([postId]) => postId))
    for (const postId of begun) if (!whole.has(postId)) await database.delete('parts', partsOf(postId))
  })
}
