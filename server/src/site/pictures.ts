import { createHash } from 'node:crypto'
import type { PictureName, SiteSettings } from '@touchline/contract/site-settings.ts'
import { pictures as endpoint } from '@touchline/contract/site.ts'

/** A picture of the settings as it is served. The address changes with its bytes. */
export type SitePicture = { bytes: Buffer; mimeType: string; version: string; url: string }

const form = /^data:(image\/(?:png|webp));base64,(.+)$/

/** Decodes a picture of the settings. */
export function pictureOf(name: PictureName, dataUrl: string | null): SitePicture | null {
  const [, mimeType, text] = form.exec(dataUrl ?? '') ?? []
  if (mimeType === undefined || text === undefined) return null
  const bytes = Buffer.from(text, 'base64')
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12)
  return { bytes, mimeType, version, url: `${endpoint.path.replace(':name', name)}?v=${version}` }
}

/** The longest side of each picture on any page. */
const sides: Record<PictureName, number> = { logo: 512, portrait: 1000, cover: 1600 }
/** More pixels than any camera has; decoding more would take the memory of the process. */
const maxPixels = 60_000_000

/** Encodes a picture again, without metadata. Returns null when it cannot be read. */
async function encoded(name: PictureName, dataUrl: string): Promise<string | null> {
  try {
    const { default: sharp } = await import('sharp')
    const side = sides[name]
    const picture = sharp(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'), {
      limitInputPixels: maxPixels,
    }).rotate()
    if (name === 'logo') {
      const background = { r: 0, g: 0, b: 0, alpha: 0 }
      const square = picture.resize(side, side, { fit: 'contain', background })
      return `data:image/png;base64,${(await square.png({ palette: true }).toBuffer()).toString('base64')}`
    }
    const inside = picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })
    return `data:image/webp;base64,${(await inside.webp({ quality: 80 }).toBuffer()).toString('base64')}`
  } catch {
    return null
  }
}

/** Encodes the pictures among some settings that `before` does not have. `refuse` is called for an unreadable one. */
export async function withEncodedPictures<Some extends Partial<SiteSettings>>(
  settings: Some,
  before: Partial<SiteSettings>,
  refuse: (name: PictureName) => never,
): Promise<Some> {
  const next = { ...settings }
  for (const name of ['logo', 'portrait', 'cover'] as const) {
    const given = settings[name]
    if (!given || given === before[name]) continue
    next[name] = (await encoded(name, given)) ?? refuse(name)
  }
  return next
}
