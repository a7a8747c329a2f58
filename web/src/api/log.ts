/** The only place that writes to the browser's console. */
export function logProblem(what: string, ...details: unknown[]) {
  // oxlint-disable-next-line no-console -- a browser has no other log
  console.error(what, ...details)
}

export const isAborted = (reason: unknown) => reason instanceof DOMException && reason.name === 'AbortError'
