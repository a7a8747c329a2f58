import { type LiveMessage } from '@touchline/contract/live.ts'
import type { WebSocket } from 'ws'
import type { Audience } from './live.ts'

const heartbeatMs = 30_000
const longestBufferBytes = 1024 * 1024
const socketsPerPerson = 5
/** With those that are closing: a client that ignores the end of its connection holds it until it is cut. */
const heldPerPerson = 10
const floodWindowMs = 10_000
const floodMessages = 20
const policyViolation = 1008
const goodbyeMs = 1_000

/** How many sockets one process holds before it asks newcomers to come back later. */
export const maxSockets = 2_000

/** The open sockets of this process, by person. */
export type SocketPool = {
  size(): number
  /** Whether this person may open one more. */
  hasRoomFor(personId: string): boolean
  enter(personId: string, socket: WebSocket): void
  send(audience: Audience, message: LiveMessage): void
}

function deliver(socket: WebSocket, text: string) {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > longestBufferBytes) socket.terminate()
  else socket.send(text)
}

/** Closes a socket, and cuts it off when the other side does not answer. */
function sendAway(socket: WebSocket, code: number, reason: string) {
  socket.close(code, reason)
  const cut = setTimeout(() => socket.terminate(), goodbyeMs).unref()
  socket.once('close', () => clearTimeout(cut))
}

/** Sockets that do not answer, do not read or do not stop talking are dropped; a sixth one closes the oldest. */
export function openSocketPool(): SocketPool {
  const byPerson = new Map<string, Set<WebSocket>>()
  const answered = new WeakSet<WebSocket>()
  /** How many connections of a person are not gone yet. */
  const held = new Map<string, number>()
  const hold = (personId: string, by: 1 | -1) => {
    const count = (held.get(personId) ?? 0) + by
    if (count > 0) held.set(personId, count)
    else held.delete(personId)
  }
  let size = 0

  const everyone = function* () {
    for (const sockets of byPerson.values()) yield* sockets
  }
  setInterval(() => {
    for (const socket of everyone()) {
      if (!answered.delete(socket)) socket.terminate()
      else socket.ping()
    }
  }, heartbeatMs).unref()

  return {
    size: () => size,
    hasRoomFor: (personId) => (held.get(personId) ?? 0) < heldPerPerson,
    enter(personId, socket) {
      const mine = byPerson.get(personId) ?? new Set()
      byPerson.set(personId, mine)
      const [oldest] = mine
      if (oldest && mine.size >= socketsPerPerson) {
        mine.delete(oldest)
        sendAway(oldest, policyViolation, 'Too many windows are open.')
      }
      mine.add(socket)
      size += 1
      hold(personId, 1)
      answered.add(socket)
      socket.on('pong', () => answered.add(socket))
      socket.on('message', floodGate(socket))
      socket.once('close', () => {
        size -= 1
        hold(personId, -1)
        mine.delete(socket)
        if (mine.size === 0 && byPerson.get(personId) === mine) byPerson.delete(personId)
      })
    },
    send(audience, message) {
      const text = JSON.stringify(message)
      const sockets = audience === 'members' ? everyone() : (byPerson.get(audience.person) ?? [])
      for (const socket of sockets) deliver(socket, text)
    },
  }
}

/** Browsers have nothing to say here; a few words are ignored, a flood ends the conversation. */
function floodGate(socket: WebSocket) {
  let heard = 0
  let windowEnds = 0
  return () => {
    const now = performance.now()
    if (now > windowEnds) {
      heard = 0
      windowEnds = now + floodWindowMs
    }
    heard += 1
    if (heard === floodMessages + 1) sendAway(socket, policyViolation, 'Too many messages.')
  }
}
