import { Refusal, unavailable } from '#errors.ts'
/** A stored file is not as long as it was: the disk or whoever looks after it has lost a part. */
export class ShortFile extends Error {
  constructor(name: string) {
    super(`${name} is not as long as it was stored`)
    this.name = 'ShortFile'
  }
}

/** True when the disk, or our share of it, has no room left. */
export const isStorageFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const storageFull = () => new Refusal(507, 'storage_full', 'Storage is full.')

/** A bucket did not take a file; `cause` says why. */
export class NotStored extends Error {
  constructor(key: string, cause: unknown) {
    super(`the bucket did not take ${key}`, { cause })
    this.name = 'NotStored'
  }
}

/** What somebody is told whose file could not be stored: 507 for a full disk, 503 when the bucket did not take it. */
export function notStored(error: unknown): unknown {
  if (isStorageFull(error)) return storageFull()
  return error instanceof NotStored
    ? unavailable('The file could not be stored right now. Please try again.', error)
    : error
}
