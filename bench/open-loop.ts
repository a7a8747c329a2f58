import { connect, type Socket } from 'node:net'

/** The results of requests sent at a fixed rate, in milliseconds. */
export type Outcome = { ok: number[]; turnedAway: number[]; failed: number }

type Lane = { socket: Socket; isFree: boolean; onAnswer: (status: number) => void }

const mostLanes = 3_000
const tickMs = 5

/**
 * Sends `perSecond` requests for `seconds`, regardless of responses. Each connection carries one request at a
 * time, and as many are opened as needed. `textAt` is a raw request.
 */
export async function openLoop(
  url: string,
  textAt: (index: number) => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  const outcome: Outcome = { ok: [], turnedAway: [], failed: 0 }
  const lanes: Lane[] = []
  const free: Lane[] = []

  const openLane = (): Lane => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const lane: Lane = { socket, isFree: false, onAnswer: () => {} }
    let soFar = ''
    socket.setEncoding('latin1')
    socket.on('data', (data: string) => {
      soFar += data
      const headEnd = soFar.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(soFar.slice(0, headEnd))?.[1] ?? 0)
      if (soFar.length < headEnd + 4 + length) return
      const status = Number(soFar.slice(9, 12))
      soFar = ''
      lane.isFree = true
      free.push(lane)
      lane.onAnswer(status)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      if (!lane.isFree) outcome.failed += 1
      lane.isFree = false
    })
    lanes.push(lane)
    return lane
  }
  const freeLane = (): Lane | null => {
    for (let lane = free.pop(); lane; lane = free.pop()) if (lane.isFree) return lane
    return lanes.length < mostLanes ? openLane() : null
  }

  const startedAt = performance.now()
  let sent = 0
  await new Promise<void>((resolve) => {
    const ticking = setInterval(() => {
      const passedMs = performance.now() - startedAt
      if (passedMs >= seconds * 1000) {
        clearInterval(ticking)
        return resolve()
      }
      for (const due = (passedMs / 1000) * perSecond; sent < due; sent += 1) {
        const lane = freeLane()
        if (!lane) {
          outcome.failed += 1
          continue
        }
        lane.isFree = false
        const sentAt = performance.now()
        lane.onAnswer = (status) =>
          void (status < 300 ? outcome.ok : outcome.turnedAway).push(performance.now() - sentAt)
        lane.socket.write(textAt(sent), 'latin1')
      }
    }, tickMs)
  })
  for (const { socket } of lanes) socket.destroy()
  return outcome
}
