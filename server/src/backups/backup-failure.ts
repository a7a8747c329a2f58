import { diskSentence } from '#files/disk-failure.ts'

/** An error whose message is one sentence for the operator. */
export function backupFailure(message: string, cause?: unknown): Error {
  const failure = new Error(message, cause === undefined ? undefined : { cause })
  failure.name = 'BackupFailure'
  return failure
}

export const isBackupFailure = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'BackupFailure'

/** Turns an error caused by the disk into a backup failure; returns any other error unchanged. */
export function backupFailureText(error: unknown, place: string): unknown {
  const sentence = isBackupFailure(error) ? null : diskSentence(error, place)
  return sentence ? backupFailure(sentence, error) : error
}
