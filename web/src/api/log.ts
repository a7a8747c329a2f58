/** The only place that writes to the browser's console. */
export function logProblem(what: string, ...details: unknown[]) {
  // oxlint-disable-next-line no-console -- a browser has no other log
  console.error(what, ...details)
}

/** Whether something failed because it was given up on purpose, as the change of a page is that another overtakes. */
export const isAborted = (reason: unknown) => reason instanceof DOMException && reason.name === 'AbortError'
