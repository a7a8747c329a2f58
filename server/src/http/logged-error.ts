type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown }

/** A failed statement is reported with its values; they are people's, and may look like anything. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*/, '')

/** Mail servers and payment providers name the address they refuse. As long as they can be: words without end are no address. */
const emailAddress = /[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]{1,255}\.[a-z]{2,63}/gi

const fit = (text: string) => withoutValues(text).replaceAll(emailAddress, '[address]')

/** Where it failed: behind the message, whose lines could look like places in the program. */
function fitStack({ message, stack = '' }: Error): string {
  const [before = '', ...behind] = stack.split(message)
  return behind.length > 0 ? before + fit(message) + fit(behind.join(message)) : fit(stack)
}

/** Of many that failed alike these many are enough. */
const maxErrors = 5

/** An error as the log may hold it: what failed and where, never the values a statement was given, or an address. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: fit(String(error)), stack: '' }
  return {
    type: error.name,
    message: fit(error.message),
    stack: fitStack(error),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
    ...(error instanceof AggregateError
      ? { errors: error.errors.slice(0, maxErrors).map((one: unknown) => loggedError(one)) }
      : {}),
  }
}
