/** An Error whose message is one plain sentence for the operator. */
export function backupFailure(message: string, cause?: unknown): Error {
  const failure = new Error(message, cause === undefined ? undefined : { cause })
  failure.name = 'BackupFailure'
  return failure
}

export const isBackupFailure = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'BackupFailure'

const sentences: Record<string, (place: string) => string> = {
  ENOSPC: (place) => `The disk of ${place} is full: make room, or name another folder.`,
  EDQUOT: (place) => `The disk quota of ${place} is used up: make room, or name another folder.`,
  EACCES: (place) => `${place} may not be read or written by this user.`,
  EPERM: (place) => `${place} may not be read or written by this user.`,
  EROFS: (place) => `${place} is on a disk that may only be read.`,
  ENOTDIR: (place) => `${place} is not a folder.`,
  EIO: (place) => `The disk of ${place} does not read or write: look after it first.`,
}

/** The same failure in a sentence, where it is one of the disk's; else what it was. */
export function inWords(error: unknown, place: string): unknown {
  if (isBackupFailure(error) || !(error instanceof Error) || !('code' in error)) return error
  const sentence = sentences[String(error.code)]
  const where = 'path' in error && typeof error.path === 'string' ? error.path : place
  return sentence ? backupFailure(sentence(where), error) : error
}
