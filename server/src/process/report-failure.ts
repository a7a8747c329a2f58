import { isStartFailure } from '#db/start-failure.ts'
import { loggedError } from '#http/logged-error.ts'
import { ConfigProblem } from '#config/config-problem.ts'

/** Formats an error for the operator: its stack and code, then those of its causes, without personal data. */
export function failureText(error: unknown): string {
  const { message, stack, code, cause } = loggedError(error)
  const isCode = typeof code === 'string' || typeof code === 'number'
  const own = `${stack || message}${isCode ? ` (code ${code})` : ''}`
  return error instanceof Error && cause !== undefined
    ? `${own}\nbecause of ${failureText(error.cause)}`
    : own
}

/** Prints only the message of an error worded for the operator, otherwise the stack. */
export function reportFailure(error: unknown, isForTheOperator = false): void {
  const isSentence = isForTheOperator || error instanceof ConfigProblem || isStartFailure(error)
  process.stderr.write(`${isSentence && error instanceof Error ? error.message : failureText(error)}\n`)
}
