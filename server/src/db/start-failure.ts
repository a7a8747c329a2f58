/** Reasons why the database cannot start. Each message is one line for the operator. */
const names = [
  'DataFolderInUse',
  'DataFolderBusy',
  'DatabaseUnavailable',
  'DatabaseTooNew',
  'DataDamaged',
  'DiskFull',
] as const
export type StartFailureName = (typeof names)[number]

/** An error named after one of the reasons. Its message can be printed without a stack. */
export function startFailure(name: StartFailureName, message: string, cause?: unknown): Error {
  const failure = new Error(message, cause === undefined ? undefined : { cause })
  failure.name = name
  return failure
}

export function isStartFailure(error: unknown): error is Error {
  return error instanceof Error && names.some((name) => name === error.name)
}

/** Whether a retry without intervention would fail again. An unreachable database may come back. */
export const isPermanent = (error: unknown): boolean =>
  isStartFailure(error) && error.name !== 'DatabaseUnavailable' && error.name !== 'DataFolderBusy'
