/** Whether an error means that the database is unreachable, overloaded, shutting down or deadlocked. */
export const databaseIsAway = (error: Error) => {
  const cause: unknown = error.cause ?? error
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  const isUnreachable = 'syscall' in cause && cause.syscall === 'connect'
  return (
    isUnreachable ||
    (/^(08|53|57|40P01)/.test(code) && 'severity' in cause) ||
    code.startsWith('ECONN') ||
    // A query on a connection that the server has just closed.
    code === 'EPIPE' ||
    /not queryable|timeout exceeded when trying to connect|Connection terminated|not currently accepting connections|is a standby server/.test(
      cause.message,
    )
  )
}
