/** What can keep the database from starting; each message is one plain line for the operator. */
const names = [
  'DataFolderInUse',
  'DataFolderBusy',
  'DatabaseUnavailable',
  'DatabaseTooNew',
  'DataDamaged',
  'DiskFull',
] as const
export type StartFailureName = (typeof names)[number]

/** An Error whose `name` is one of the above; its message can be printed as it is, without a stack. */
export function startFailure(name: StartFailureName, message: string, cause?: unknown): Error {
  const failure = new Error(message, cause === undefined ? undefined : { cause })
  failure.name = name
  return failure
}

/** True for errors whose message is meant for the operator. */
export function isStartFailure(error: unknown): error is Error {
  return error instanceof Error && names.some((name) => name === error.name)
}

/** True where another try without anybody's doing would only fail again; a database that is away may come back. */
export const isPermanent = (error: unknown): boolean =>
  isStartFailure(error) && error.name !== 'DatabaseUnavailable' && error.name !== 'DataFolderBusy'
