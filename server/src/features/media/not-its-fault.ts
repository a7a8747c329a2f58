import { Refusal } from '#errors.ts'
import { ProgramFailed } from '#media/program-failed.ts'
import { isStorageFull, NotStored } from '#media/storage-errors.ts'

/** What was uploaded could not be fetched from where it is kept; `cause` says why. */
export class NotFetched extends Error {
  constructor(cause: unknown) {
    super('what was uploaded could not be fetched', { cause })
    this.name = 'NotFetched'
  }
}

const outside = new Set<ProgramFailed['reason']>(['ended', 'storage_full'])

/** Whether work on a file failed for what has nothing to do with it: a full disk, a bucket that is away, a site that stops. */
export const isNotItsFault = (error: unknown): boolean =>
  error instanceof NotFetched ||
  error instanceof NotStored ||
  isStorageFull(error) ||
  (error instanceof Refusal && error.status === 507) ||
  (error instanceof ProgramFailed && outside.has(error.reason))
