import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerWorker } from './worker-here.ts'

/** A worker that waits, of this page's version or of another. */
function waitingWorker(isOfThisVersion: boolean) {
  const heard: string[] = []
  const postMessage = ({ ask }: { ask: string }, [port]: MessagePort[] = []) => {
    heard.push(ask)
    port?.postMessage(isOfThisVersion)
  }
  return { heard, postMessage }
}

/** The browser's side: what was registered, and the worker that waits then. */
function browserWith(waiting: ReturnType<typeof waitingWorker> | null) {
  const registration = Object.assign(new EventTarget(), { waiting, update: async () => undefined })
  const asked: unknown[] = []
  const register = async (...given: unknown[]) => (asked.push(given), registration)
  const serviceWorker = Object.assign(new EventTarget(), { register })
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return { asked, serviceWorker }
}

const idle: (() => void)[] = []
let readyState: DocumentReadyState
let stop = () => {}

beforeEach(() => {
  idle.length = 0
  readyState = 'complete'
  vi.spyOn(document, 'readyState', 'get').mockImplementation(() => readyState)
  vi.stubGlobal('MessageChannel', MessageChannel)
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  window.requestIdleCallback = globalThis.requestIdleCallback
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const goIdle = () => {
  for (const work of idle.splice(0)) work()
}

describe('the worker', () => {
  it('is registered once the page is loaded and idle [OFF-2]', async () => {
    readyState = 'interactive'
    const { asked } = browserWith(null)
    stop = registerWorker(() => undefined)
    expect([asked.length, idle.length]).toEqual([0, 0])
    window.dispatchEvent(new Event('load'))
    expect([asked.length, idle.length]).toEqual([0, 1])
    goIdle()
    await expect.poll(() => asked).toEqual([['/worker.js', { updateViaCache: 'none' }]])
  })

  it('is not registered for a page that was left earlier [OFF-2]', () => {
    const { asked } = browserWith(null)
    registerWorker(() => undefined)()
    goIdle()
    expect(asked).toEqual([])
  })

  it('is offered when new, and the page reloads once it takes over [OFF-2]', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const waiting = waitingWorker(false)
    const { serviceWorker } = browserWith(waiting)
    const offered: (() => void)[] = []
    stop = registerWorker((update) => offered.push(update))
    goIdle()
    await expect.poll(() => offered).toHaveLength(1)
    expect(waiting.heard).toEqual(['is it yours'])
    offered[0]?.()
    expect([waiting.heard.at(-1), reload.mock.calls.length]).toEqual(['take over', 0])
    serviceWorker.dispatchEvent(new Event('controllerchange'))
    serviceWorker.dispatchEvent(new Event('controllerchange'))
    expect(reload).toHaveBeenCalledOnce()
  })

  it("takes over without asking when it is of the page's version [OFF-2]", async () => {
    const waiting = waitingWorker(true)
    browserWith(waiting)
    const offered: unknown[] = []
    stop = registerWorker((update) => offered.push(update))
    goIdle()
    await expect.poll(() => waiting.heard).toEqual(['is it yours', 'take over'])
    expect(offered).toEqual([])
  })
})
