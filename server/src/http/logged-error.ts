type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown }

/** A failed statement is reported with its values; they are people's. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

/** Mail servers and payment providers name the address they refuse. */
const emailAddress = /[^\s<>"'(),:;]+@[^\s<>"'(),:;]+\.[a-z]{2,}/gi

const fit = (text: string) => withoutValues(text).replaceAll(emailAddress, '[address]')

/** An error as the log may hold it: what failed and where, never the values a statement was given, or an address. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: fit(String(error)), stack: '' }
  return {
    type: error.name,
    message: fit(error.message),
    stack: fit(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  }
}
