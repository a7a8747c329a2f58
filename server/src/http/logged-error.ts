type LoggedError = { type: string; message: string; stack: string; [detail: string]: unknown }

/** A failed statement is reported with its values; they are people's. */
const withoutValues = (text: string) => text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, '')

/** An error as the log may hold it: what failed and where, never the values a statement was given. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutValues(String(error)), stack: '' }
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ''),
    ...('code' in error ? { code: error.code } : {}),
    ...(error.cause === undefined ? {} : { cause: loggedError(error.cause) }),
  }
}
