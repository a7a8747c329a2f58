import { backAfterMs, closeCodes, isLiveMessage, type LiveMessage } from '@touchline/contract/live.ts'
import { logProblem } from '#api/log.ts'

type Listener = {
  onMessage?: (message: LiveMessage) => void
  onOpen?: () => void
  /** Called when messages may have been missed while disconnected. */
  onMissed?: () => void
  /** Called when the viewer signed out or lost access. */
  onTurnedAway?: () => void
}

const turnedAway = new Set<number>([closeCodes.signedOut, closeCodes.accessLost])

export const liveAddress = ({ protocol, host }: Pick<Location, 'protocol' | 'host'> = window.location) =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`

/** Returns the age of this page. It uses two clocks, because one stops during sleep and the other can be set. */
const sinceLoadMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)

/** Creates a connection that reconnects as the contract says; problems are only logged. */
export function createLive({
  address,
  log = logProblem,
  pageAgeMs = sinceLoadMs,
}: {
  address: () => string
  log?: typeof logProblem
  pageAgeMs?: () => number
}) {
  const listeners = new Set<Listener>()
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let hasHeard = false

  function read(data: unknown) {
    try {
      const message: unknown = JSON.parse(String(data))
      if (!isLiveMessage(message)) throw new Error('unknown type')
      if (message.type === 'connected') {
        // Everything this page shows was fetched since it was loaded.
        if (message.quietMs > pageAgeMs()) return
        hasHeard = true
        for (const { onMissed } of listeners) onMissed?.()
        return
      }
      hasHeard = true
      for (const { onMessage } of listeners) onMessage?.(message)
    } catch (error) {
      log('Reading a live message failed', error)
    }
  }

  function open() {
    clearTimeout(retry)
    if (socket) return
    try {
      const opened = new WebSocket(address())
      let wasOpen = false
      socket = opened
      opened.addEventListener('open', () => {
        wasOpen = true
        for (const { onOpen } of listeners) onOpen?.()
      })
      opened.addEventListener('message', (event: MessageEvent) => read(event.data))
      opened.addEventListener('error', () => {
        if (socket === opened) log('WebSocket connection failed')
      })
      opened.addEventListener('close', ({ code }) => {
        if (socket !== opened) return
        socket = null
        const waitMs = backAfterMs(code)
        if (waitMs !== null) retry = setTimeout(open, waitMs)
        // Browsers hide the reason for a refused connection; the session may have ended.
        if (turnedAway.has(code) || !wasOpen) for (const { onTurnedAway } of listeners) onTurnedAway?.()
      })
    } catch (error) {
      log('Failed to initialize WebSocket', error)
    }
  }

  function close() {
    clearTimeout(retry)
    const closing = socket
    socket = null
    // The next connection reports all that happened since the page was loaded.
    hasHeard = false
    closing?.close(1000)
  }

  function subscribe(listener: Listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  /** `hasHeard`: this connection has reported something that later subscribers have missed. */
  return { open, close, subscribe, hasHeard: () => hasHeard }
}
