type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown }

/** Drizzle appends a statement's values, which may be personal data. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*/, '')

/** Mail servers and payment providers quote addresses. The lengths are bounded to keep matching fast. */
const emailAddress = /[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]{1,255}\.[a-z]{2,63}/gi

const redact = (text: string) => withoutValues(text).replaceAll(emailAddress, '[address]')

/** Redacts the stack. It is split at the message, whose lines could look like stack frames. */
function redactStack({ message, stack = '' }: Error): string {
  const [before = '', ...behind] = stack.split(message)
  return behind.length > 0 ? before + redact(message) + redact(behind.join(message)) : redact(stack)
}

/** How many errors of an AggregateError are logged. */
const maxErrors = 5

/** Formats an error for the log without statement values or email addresses. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' }
  return {
    type: error.name,
    message: redact(error.message),
    stack: redactStack(error),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
    ...(error instanceof AggregateError
      ? { errors: error.errors.slice(0, maxErrors).map((one: unknown) => loggedError(one)) }
      : {}),
  }
}
