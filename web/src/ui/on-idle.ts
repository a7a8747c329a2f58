type Options = {
  /** The delay in browsers without requestIdleCallback, such as Safari. */
  otherwiseMs: number
  timeout?: number
}

/** Runs `work` when the browser is idle, or after `timeout` ms at the latest. */
export function onIdle(work: () => void, { otherwiseMs, ...atLatest }: Options): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, atLatest)
  else setTimeout(work, otherwiseMs)
}
