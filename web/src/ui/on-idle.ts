type Options = {
  /** How long a browser that does not say when it is idle, as Safari, is left alone instead. */
  otherwiseMs: number
  timeout?: number
}

/** Does `work` once the browser has nothing else to do, and at the latest after `timeout` ms if that is given. */
export function onIdle(work: () => void, { otherwiseMs, ...atLatest }: Options): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, atLatest)
  else setTimeout(work, otherwiseMs)
}
