import { isStartFailure } from '#db/start-failure.ts'
import { loggedError } from '#http/logged-error.ts'
import { ConfigProblem } from '#config/config-problem.ts'

/** An error as the operator reads it: its stack, then what caused it, what caused that … with their codes; nobody's values. */
export function failureText(error: unknown): string {
  const { message, stack, code, cause } = loggedError(error)
  const isCode = typeof code === 'string' || typeof code === 'number'
  const own = `${stack || message}${isCode ? ` (code ${code})` : ''}`
  return error instanceof Error && cause !== undefined
    ? `${own}\nbecause of ${failureText(error.cause)}`
    : own
}

/**
 * Tells on standard error why a program ended: in the error's own sentence where that is meant for the operator, as
 * those of the configuration and of the start are, and with `isForTheOperator` any other.
 */
export function reportFailure(error: unknown, isForTheOperator = false): void {
  const isSentence = isForTheOperator || error instanceof ConfigProblem || isStartFailure(error)
  process.stderr.write(`${isSentence && error instanceof Error ? error.message : failureText(error)}\n`)
}
