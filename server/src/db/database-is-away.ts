/** The database is away, or too busy: no connection, out of room, stopped in the middle, or in each other's way. */
export const databaseIsAway = (error: Error) => {
  const cause: unknown = error.cause ?? error
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  const isUnreachable = 'syscall' in cause && cause.syscall === 'connect'
  return (
    isUnreachable ||
    (/^(08|53|57|40P01)/.test(code) && 'severity' in cause) ||
    code.startsWith('ECONN') ||
    // What is asked on a connection that has just been ended, and nobody knows it yet.
    code === 'EPIPE' ||
    /not queryable|timeout exceeded when trying to connect|Connection terminated|not currently accepting connections/.test(
      cause.message,
    )
  )
}
