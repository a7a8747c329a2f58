import { onIdle } from '#ui/on-idle.ts'

/** Does `work` once the page is there whole and has nothing else to do; not any more when `signal` has fired. */
export function whenIdle(work: () => void, signal: AbortSignal): void {
  const unlessGivenUp = () => {
    if (!signal.aborted) work()
  }
  const soon = () => onIdle(unlessGivenUp, { otherwiseMs: 2000 })
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true, signal })
}
