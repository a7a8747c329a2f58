import { BlobSource, BufferTarget, Conversion, Input, MPEG_TS, Mp4OutputFormat, Output } from 'mediabunny'
import { NotSaved } from './not-saved-text.ts'

type Size = { url: string; side: number; bitsPerSecond: number }
type Segment = { url: string; iv: Uint8Array<ArrayBuffer> }

/** Enough for a phone, and for a laptop on a train. */
const wantedSide = 720

/** The sizes of a stream in H.264, smallest first. */
export function sizesIn(main: string, address: string): Size[] {
  const entries = main.matchAll(/^#EXT-X-STREAM-INF:(.*)\n([^#\s].*)$/gm)
  const playedEverywhere = [...entries].filter(([, facts]) => !facts?.includes('"hvc1'))
  const sizes = playedEverywhere.map(([, facts = '', name = '']) => {
    const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(facts) ?? []
    const bits = /AVERAGE-BANDWIDTH=(\d+)/.exec(facts) ?? /BANDWIDTH=(\d+)/.exec(facts)
    return {
      url: new URL(name, address).href,
      side: Math.min(Number(width), Number(height)),
      bitsPerSecond: Number(bits?.[1]),
    }
  })
  return sizes.toSorted((one, other) => one.side - other.side)
}

/** The largest size that is not larger than needed and probably fits, or else the smallest. */
export function sizeToSave(sizes: Size[], seconds: number, bytes: number): Size | undefined {
  const fitting = sizes.filter(
    ({ side, bitsPerSecond }) => side <= wantedSide && (bitsPerSecond * seconds) / 8 <= bytes,
  )
  return fitting.at(-1) ?? sizes[0]
}

const toBytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** The segments of a playlist and the address of their key. */
function segmentsIn(playlist: string, address: string): { keyUrl: string; segments: Segment[] } {
  const segments: Segment[] = []
  let [keyUrl, iv] = ['', '']
  for (const line of playlist.split('\n')) {
    const [, uri, hex] = /^#EXT-X-KEY:.*URI="([^"]+)".*IV=0x([0-9a-f]+)/i.exec(line) ?? []
    if (uri && hex) [keyUrl, iv] = [new URL(uri, address).href, hex]
    if (line !== '' && !line.startsWith('#'))
      segments.push({ url: new URL(line, address).href, iv: toBytes(iv) })
  }
  return { keyUrl, segments }
}

/** Repackages a transport stream as an MP4 that every browser plays. */
async function toMp4(stream: Blob, signal: AbortSignal): Promise<ArrayBuffer> {
  const target = new BufferTarget()
  const conversion = await Conversion.init({
    input: new Input({ source: new BlobSource(stream), formats: [MPEG_TS] }),
    output: new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target }),
    showWarnings: false,
  })
  const cancel = () => void conversion.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (!conversion.isValid) throw new NotSaved('This browser cannot keep this video.')
  await conversion.execute().finally(() => signal.removeEventListener('abort', cancel))
  signal.throwIfAborted()
  if (!target.buffer) throw new NotSaved('This browser cannot keep this video.')
  return target.buffer
}

type Options = {
  seconds: number
  maxBytes: number
  tooLarge: () => NotSaved
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

/** Downloads one size of an encrypted stream, decrypts it, and returns it as an MP4. */
export async function downloadFilm(address: string, options: Options): Promise<Blob> {
  const { seconds, maxBytes, tooLarge, signal, onBytes } = options
  const get = async (url: string) => {
    const response = await fetch(url, { signal, cache: 'no-store' })
    if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
    return response
  }
  const start = new URL(address, window.location.href).href
  const size = sizeToSave(sizesIn(await (await get(start)).text(), start), seconds, maxBytes)
  if (!size) throw new Error('This stream has no sizes.')
  const { keyUrl, segments } = segmentsIn(await (await get(size.url)).text(), size.url)
  const keyBytes = await (await get(keyUrl)).arrayBuffer()
  const key = await crypto.subtle.importKey('raw', keyBytes, 'AES-CBC', false, ['decrypt'])
  const parts: ArrayBuffer[] = []
  let bytes = 0
  for (const { url, iv } of segments) {
    const part = await crypto.subtle.decrypt(
      { name: 'AES-CBC', iv },
      key,
      await (await get(url)).arrayBuffer(),
    )
    bytes += part.byteLength
    if (bytes > maxBytes) throw tooLarge()
    parts.push(part)
    onBytes(bytes)
  }
  return new Blob([await toMp4(new Blob(parts), signal)], { type: 'video/mp4' })
}
