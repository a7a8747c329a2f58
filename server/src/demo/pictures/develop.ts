import sharp from 'sharp'
import { seededRandom } from '#demo/seeded-random.ts'
import type { Drawing } from './ink.ts'

const grainSize = 512

/** Grey noise around the middle, so that an overlay of it leaves the light of a picture as it is. */
function grain(strength: number) {
  const random = seededRandom(grainSize)
  const pixels = Buffer.alloc(grainSize * grainSize)
  for (let index = 0; index < pixels.length; index += 1)
    pixels[index] = 128 + Math.round((random.next() + random.next() - 1) * 128 * strength)
  return sharp(pixels, { raw: { width: grainSize, height: grainSize, channels: 1 } })
    .png()
    .toBuffer()
}

/** A drawing as an SVG document. */
export const toSvg = ({ width, height, body }: Drawing) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`

/** Makes a JPEG of a drawing, with a little film grain that keeps dark gradients from showing steps. */
export async function develop(drawing: Drawing): Promise<Buffer> {
  const noise = await grain(drawing.grain ?? 0.16)
  const flat = await sharp(Buffer.from(toSvg(drawing)))
    .flatten({ background: '#0b1511' })
    .toBuffer()
  return sharp(flat)
    .composite([{ input: noise, tile: true, blend: 'soft-light' }])
    .jpeg({ quality: 84, mozjpeg: false })
    .toBuffer()
}
