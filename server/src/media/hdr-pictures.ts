/** How an HDR picture encodes light: PQ (SMPTE ST 2084) or HLG (ARIB STD-B67). */
type Transfer = 'pq' | 'hlg'
type Matrix = readonly [number, number, number, number, number, number, number, number, number]
export type Hdr = { transfer: Transfer; toBt709: Matrix }

const transfers: Record<number, Transfer | undefined> = { 16: 'pq', 18: 'hlg' }

const fromBt2020: Matrix = [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187]
const fromP3: Matrix = [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979]
const unchanged: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const matrices: Record<number, Matrix | undefined> = { 1: unchanged, 12: fromP3 }

/** Reads the code points of ITU-T H.273, which libvips ignores: it shows HDR pale. */
export function hdrOf(head: Buffer): Hdr | null {
  const inAvif = head.indexOf('colrnclx')
  const inPng = head.indexOf('cICP')
  const [primaries, transfer] =
    inAvif >= 0 && head.length >= inAvif + 12
      ? [head.readUInt16BE(inAvif + 8), head.readUInt16BE(inAvif + 10)]
      : inPng >= 0 && head.length >= inPng + 6
        ? [head.readUInt8(inPng + 4), head.readUInt8(inPng + 5)]
        : [0, 0]
  const kind = transfers[transfer]
  return kind ? { transfer: kind, toBt709: matrices[primaries] ?? fromBt2020 } : null
}

const levels = 65_536
/** The brightness of white in SDR and of diffuse white in HDR, in nits. */
const white = 203
const hlgPeak = 1000

/** Light of a PQ code in units of white. */
function fromPq(code: number): number {
  const root = code ** (1 / 78.84375)
  return (
    (10_000 / white) *
    (Math.max(root - 0.8359375, 0) / (18.8515625 - 18.6875 * root)) ** (1 / 0.1593017578125)
  )
}

/** Light in front of the camera of an HLG code, from 0 to 1. */
const fromHlg = (code: number) =>
  code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - 0.55991073) / 0.17883277) + 0.28466892) / 12

const toSrgb = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)

/** The curve of ffmpeg's `tonemap=mobius`, which compresses only what is brighter than `bend`. */
const bend = 0.3
const peak = 10
const offset = (-(bend ** 2) * (peak - 1)) / (bend ** 2 - 2 * bend + peak)
const pivot = (bend ** 2 - 2 * bend * peak + peak) / (peak - 1)
const compress = (light: number) =>
  (((pivot + bend) ** 2 / (pivot - offset)) * (light + offset)) / (light + pivot)

/** Maps 16-bit HDR pixels to 8-bit sRGB, with the curve that `make-plain-file.ts` uses for videos. */
export function toSdr(pixels: Uint16Array, channels: number, { transfer, toBt709 }: Hdr): Buffer {
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = toBt709
  const linear = Float64Array.from({ length: levels }, (_, code) =>
    transfer === 'pq' ? fromPq(code / (levels - 1)) : fromHlg(code / (levels - 1)),
  )
  const encoded = Uint8Array.from({ length: levels }, (_, light) =>
    Math.round(255 * toSrgb(light / (levels - 1))),
  )
  const out = Buffer.alloc(pixels.length)
  for (let at = 0; at < pixels.length; at += channels) {
    const [r, g, b] = [linear[pixels[at]!]!, linear[pixels[at + 1]!]!, linear[pixels[at + 2]!]!]
    // A display of 1,000 nits shows an HLG scene with this system gamma.
    const gain = transfer === 'pq' ? 1 : ((0.2627 * r + 0.678 * g + 0.0593 * b) ** 0.2 * hlgPeak) / white
    const red = (rr * r + rg * g + rb * b) * gain
    const green = (gr * r + gg * g + gb * b) * gain
    const blue = (br * r + bg * g + bb * b) * gain
    const brightest = Math.max(red, green, blue)
    const scale = (brightest > bend ? compress(brightest) / brightest : 1) * (levels - 1)
    out[at] = encoded[Math.min(Math.max(Math.round(red * scale), 0), levels - 1)]!
    out[at + 1] = encoded[Math.min(Math.max(Math.round(green * scale), 0), levels - 1)]!
    out[at + 2] = encoded[Math.min(Math.max(Math.round(blue * scale), 0), levels - 1)]!
    if (channels === 4) out[at + 3] = pixels[at + 3]! >> 8
  }
  return out
}
