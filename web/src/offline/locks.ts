/** Web Locks exist on https and localhost only. */
export const locks = (): LockManager | null => navigator.locks ?? null
