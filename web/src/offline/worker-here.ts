import { logProblem } from '#api/log.ts'
import { onIdle } from '#ui/on-idle.ts'

/** Does `work` once the page is there whole and has nothing else to do; not any more when `signal` has fired. */
function whenIdle(work: () => void, signal: AbortSignal): void {
  const unlessGivenUp = () => {
    if (!signal.aborted) work()
  }
  const soon = () => onIdle(unlessGivenUp, { otherwiseMs: 2000 })
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true, signal })
}

/** The script this page began with: its name holds its version. */
const ownScript = () => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script ? new URL(script.src).pathname : ''
}

/** Asks a worker whether this page is of its version. */
const isOfVersion = (worker: ServiceWorker) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data === true))
    port1.start()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none
    worker.postMessage({ ask: 'is it yours', file: ownScript() }, [port2])
  })

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes none
const takeOver = (worker: ServiceWorker) => worker.postMessage({ ask: 'take over' })

const notKept = (error: unknown) => logProblem('The site cannot be kept for opening offline', error)

/** How often a page that stays open looks for a new version. */
const lookAgainMs = 60 * 60_000

/**
 * Sees to the worker that opens the site without a connection. `onUpdate` hears of a new version that waits, with what
 * makes this page go over to it; one this page is of already takes over by itself. Answers how to stop looking.
 */
export function registerWorker(onUpdate: (update: () => void) => void): () => void {
  const stop = new AbortController()
  const offer = async (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration
    if (!waiting || stop.signal.aborted) return
    if (await isOfVersion(waiting)) return takeOver(waiting)
    onUpdate(() => {
      // Not before it has taken over: until then the old version would answer.
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
        once: true,
      })
      takeOver(waiting)
    })
  }
  const begin = async () => {
    const registration = await navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })
    registration.addEventListener(
      'updatefound',
      () =>
        registration.installing?.addEventListener('statechange', () => void offer(registration), {
          signal: stop.signal,
        }),
      { signal: stop.signal },
    )
    await offer(registration)
    const look = () => void registration.update().catch(() => {})
    const again = setInterval(look, lookAgainMs)
    stop.signal.addEventListener('abort', () => clearInterval(again))
    // A page somebody comes back to after a while may be an old one.
    document.addEventListener('visibilitychange', () => !document.hidden && look(), { signal: stop.signal })
  }
  // Without a worker the site is as it was before there was one.
  // What it keeps is not to compete with what the page is made of.
  if ('serviceWorker' in navigator) whenIdle(() => void begin().catch(notKept), stop.signal)
  return () => stop.abort()
}
