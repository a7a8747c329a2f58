type Options = {
  /** The delay in browsers without requestIdleCallback, such as Safari. */
  otherwiseMs: number
  timeout?: number
}

export function onIdle(work: () => void, { otherwiseMs, ...atLatest }: Options): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, atLatest)
  else setTimeout(work, otherwiseMs)
}
