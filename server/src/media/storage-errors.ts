import { Refusal, unavailable } from '#errors.ts'
/** A stored file is shorter than recorded: part of it was lost. */
export class ShortFile extends Error {
  constructor(name: string) {
    super(`${name} is not as long as it was stored`)
    this.name = 'ShortFile'
  }
}

export const isStorageFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const storageFull = (message = 'Storage is full.') => new Refusal(507, 'storage_full', message)

export class NotStored extends Error {
  constructor(key: string, cause: unknown) {
    super(`the bucket did not take ${key}`, { cause })
    this.name = 'NotStored'
  }
}

/** Maps a storage error to a response: 507 for a full disk, 503 for a failing bucket. */
export function notStored(error: unknown): unknown {
  if (isStorageFull(error)) return storageFull()
  return error instanceof NotStored
    ? unavailable('The file could not be stored right now. Please try again.', error)
    : error
}
