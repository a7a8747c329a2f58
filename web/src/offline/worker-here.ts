import { logProblem } from '#api/log.ts'
import { onIdle } from '#ui/on-idle.ts'

function whenIdle(work: () => void, signal: AbortSignal): void {
  const unlessGivenUp = () => {
    if (!signal.aborted) work()
  }
  const soon = () => onIdle(unlessGivenUp, { otherwiseMs: 2000 })
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true, signal })
}

const ownScript = () => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script ? new URL(script.src).pathname : ''
}

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

const logNotCached = (error: unknown) => logProblem('The site cannot be kept for opening offline', error)

const lookAgainMs = 60 * 60_000

/** Registers the service worker. `onUpdate` gets a function that activates a waiting version. */
export function registerWorker(onUpdate: (update: () => void) => void): () => void {
  const stop = new AbortController()
  const offer = async (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration
    if (!waiting || stop.signal.aborted) return
    if (await isOfVersion(waiting)) return takeOver(waiting)
    onUpdate(() => {
      // Until the takeover, the old version would respond.
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
    // A page that was in the background may be outdated.
    document.addEventListener('visibilitychange', () => !document.hidden && look(), { signal: stop.signal })
  }
  // Caching must not compete with loading the page. Without a worker the site works online.
  if ('serviceWorker' in navigator) whenIdle(() => void begin().catch(logNotCached), stop.signal)
  return () => stop.abort()
}
