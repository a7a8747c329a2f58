import { diskSentence } from '#files/disk-failure.ts'

/** An Error whose message is one plain sentence for the operator. */
export function backupFailure(message: string, cause?: unknown): Error {
  const failure = new Error(message, cause === undefined ? undefined : { cause })
  failure.name = 'BackupFailure'
  return failure
}

export const isBackupFailure = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'BackupFailure'

/** The same failure as a sentence where a disk caused it; else what it was. */
export function backupFailureText(error: unknown, place: string): unknown {
  const sentence = isBackupFailure(error) ? null : diskSentence(error, place)
  return sentence ? backupFailure(sentence, error) : error
}
