import { icon as endpoint, type IconName } from '@touchline/contract/site.ts'
import type { SitePicture } from './pictures.ts'

/** `margin` is the part of each side that launchers may cut off. `isSolid`: the system shows no transparency. */
const forms: Record<IconName, { side: number; margin: number; isSolid: boolean }> = {
  favicon: { side: 48, margin: 0, isSolid: false },
  'apple-touch-icon': { side: 180, margin: 0.08, isSolid: true },
  'icon-192': { side: 192, margin: 0, isSolid: false },
  'icon-512': { side: 512, margin: 0, isSolid: false },
  'icon-maskable': { side: 512, margin: 0.14, isSolid: true },
}

/** The darkest color of the dark theme, as in the built-in icons. */
const background = '#0b1511'

/** Returns the addresses of the icons, which change with the logo. Without one the built-in icons are used. */
export const iconsOf = (logo: SitePicture | null) =>
  logo && ((name: IconName) => `${endpoint.path.replace(':name', name)}?v=${logo.version}`)

async function draw(logo: SitePicture, name: IconName): Promise<Buffer> {
  const { side, margin, isSolid } = forms[name]
  const edge = Math.round(side * margin)
  const around = isSolid ? background : { r: 0, g: 0, b: 0, alpha: 0 }
  const { default: sharp } = await import('sharp')
  const mark = sharp(logo.bytes)
    .resize(side - 2 * edge, side - 2 * edge)
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: around })
  return (isSolid ? mark.flatten({ background }).removeAlpha() : mark).png().toBuffer()
}

/** Draws the icons of the newest logo once each. */
export function iconCache(): (logo: SitePicture, name: IconName) => Promise<Buffer> {
  let version = ''
  const drawn = new Map<IconName, Promise<Buffer>>()
  return (logo, name) => {
    if (logo.version !== version) drawn.clear()
    version = logo.version
    const icon = drawn.get(name) ?? draw(logo, name)
    drawn.set(name, icon)
    return icon
  }
}
