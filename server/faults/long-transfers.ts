import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { beginUpload, cancelUpload, offsetOf, sendPart } from '#testing/resumable.ts'

/** The results of long transfers: how many finished, how often they resumed, and what went wrong. */
export type Transfers = { done: number; resumed: number; problems: string[] }
export const noTransfers = (): Transfers => ({ done: 0, resumed: 0, problems: [] })

const partBytes = 5 * 1024 * 1024
const chunkBytes = 256 * 1024
const againMs = 500
const maxAttempts = 60

/** Streams bytes slowly, so that a part takes seconds. */
const atPace = (bytes: Uint8Array, chunkEveryMs: number) => {
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      if (at >= bytes.length) return controller.close()
      await pause(chunkEveryMs)
      controller.enqueue(bytes.subarray(at, (at += chunkBytes)))
    },
  })
}

/** Uploads a file in parts like the browser, resumes after each interruption, and then cancels the upload. */
export async function uploadOnce(sender: Caller, file: Uint8Array, totals: Transfers, chunkEveryMs = 250) {
  const begun = await beginUpload(sender, file.length).catch(String)
  const address = typeof begun === 'string' ? null : begun.headers.get('location')
  if (!address) {
    totals.problems.push(`an upload got ${typeof begun === 'string' ? begun : begun.status}`)
    return
  }
  let offset = 0
  for (let tries = 0; offset < file.length && tries < maxAttempts; tries += 1) {
    const part = file.subarray(offset, offset + partBytes)
    const status = await sendPart(sender, address, atPace(part, chunkEveryMs), offset).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 204) {
      offset += part.length
      continue
    }
    totals.resumed += 1
    await pause(againMs)
    const arrived = await offsetOf(sender, address).catch(() => 'nothing')
    if (typeof arrived === 'number') offset = arrived
  }
  if (offset < file.length) totals.problems.push(`an upload stayed at ${offset} of ${file.length} bytes`)
  else totals.done += 1
  const removed = await cancelUpload(sender, address).catch(String)
  if (removed !== 204) totals.problems.push(`taking an upload back got ${removed}`)
}

/**
 * Requests a film from an offset. Node's fetch crashes when a server disconnects a slow reader
 * (nodejs/undici#5360).
 */
async function filmFrom(reader: Caller, url: URL, offset: number): Promise<IncomingMessage> {
  const headers = { cookie: cookiesOf(reader), range: `bytes=${offset}-` }
  const [answer] = await once(get(url, { headers }), 'response')
  return answer
}

/** Downloads a file like a player and resumes after interruptions. `sha256` is the expected checksum. */
export async function downloadOnce(
  reader: Caller,
  url: URL,
  { bytes, sha256 }: { bytes: number; sha256: string },
  totals: Transfers,
  chunkEveryMs = 20,
) {
  const hash = createHash('sha256')
  let received = 0
  for (let tries = 0; received < bytes && tries < maxAttempts; tries += 1) {
    if (tries > 0) {
      totals.resumed += 1
      await pause(againMs)
    }
    try {
      const answer = await filmFrom(reader, url, received)
      if (answer.statusCode !== 206) {
        totals.problems.push(`a film got ${answer.statusCode}`)
        answer.destroy()
        continue
      }
      for await (const chunk of answer) {
        hash.update(chunk)
        received += chunk.length
        await pause(chunkEveryMs)
      }
    } catch {}
  }
  if (hash.digest('hex') === sha256) totals.done += 1
  else totals.problems.push(`a film came as ${received} other bytes`)
}
