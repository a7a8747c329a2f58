import { backAfterMs, closeCodes, liveMessage, type LiveMessage } from '@touchline/contract/live.ts'
import { logProblem } from './log.ts'

type Listener = {
  hear?: (message: LiveMessage) => void
  /** Called whenever the connection is there (again). */
  onOpen?: () => void
  /** Called on a connection if this page may have missed a message since it was loaded: read again what it shows. */
  onMissed?: () => void
  /** Called when the server ended the connection, or never allowed it: the viewer signed out or lost access. */
  onTurnedAway?: () => void
}

const turnedAway = new Set<number>([closeCodes.signedOut, closeCodes.accessLost])

/** Where the live connection of this page is: same host, secure when the page is. */
export const liveAddress = ({ protocol, host }: Pick<Location, 'protocol' | 'host'> = window.location) =>
  `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`

/** How old this page is; of two clocks, one stands still while the computer sleeps, and the other can be set. */
const sinceLoadMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)

/**
 * One live connection. `open()` connects (and may be told so again after a close), `close()` ends it,
 * `subscribe(listener)` hears every message of the contract, and of breaks, and answers how to stop. Comes back
 * when the contract says so. Problems are only logged.
 */
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

  function read(data: unknown) {
    try {
      const message = liveMessage.parse(JSON.parse(String(data)))
      if (message.type === 'connected') {
        // Whatever this page has read, it read since it was loaded.
        if (message.quietMs <= pageAgeMs()) for (const { onMissed } of listeners) onMissed?.()
        return
      }
      for (const { hear } of listeners) hear?.(message)
    } catch (error) {
      log('A live message could not be read', error)
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
        // A browser does not say why a connection was refused: it may be that the viewer is nobody any more.
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
    closing?.close(1000)
  }

  function subscribe(listener: Listener) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return { open, close, subscribe }
}
