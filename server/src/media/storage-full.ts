import { Refusal } from '#errors.ts'

/** True when the disk, or our share of it, has no room left. */
export const isStorageFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

export const storageFull = () => new Refusal(507, 'storage_full', 'Storage is full.')
