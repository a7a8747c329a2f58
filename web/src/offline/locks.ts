/** What keeps windows from doing the same at once; browsers know it on https and on this machine only. */
export const locks = (): LockManager | null => navigator.locks ?? null
