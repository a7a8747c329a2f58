/** The Web Locks API; available only on https and localhost. */
export const locks = (): LockManager | null => navigator.locks ?? null
