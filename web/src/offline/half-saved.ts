import { partsOf, withKept } from './database.ts'
import { locks } from './locks.ts'

const name = 'saving-post'

/** Saves with `work`, in any number of windows at once, but never while halves are cleared away or leases lengthened. */
export const whileSaving = <Result>(work: () => Promise<Result>): Promise<Result> =>
  locks()?.request(name, { mode: 'shared' }, work) ?? work()

/** Does `work` unless a window is saving just now, whose copy is not whole yet: then the next time. */
export async function unlessSaving(work: () => Promise<void>): Promise<void> {
  await locks()?.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined))
}

/** Deletes the parts of posts that were never saved whole, as when a window was closed meanwhile. */
export async function clearHalves(): Promise<void> {
  await withKept(async (kept) => {
    const whole = new Set(await kept.getAllKeys('posts'))
    const begun = new Set((await kept.getAllKeys('parts')).map(([postId]) => postId))
    for (const postId of begun) if (!whole.has(postId)) await kept.delete('parts', partsOf(postId))
  })
}
