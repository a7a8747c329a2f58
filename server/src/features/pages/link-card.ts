import { fileURLToPath } from 'node:url'
import type { Site } from '@touchline/contract/site.ts'
import { kindAndLength, teaserName } from '@touchline/contract/teaser-text.ts'
import type { Teaser } from '@touchline/contract/teasers.ts'
import sharp, { type OverlayOptions } from 'sharp'
import { cardSize } from './card-paths.ts'
import { shortened } from './head.ts'

const fontFile = fileURLToPath(new URL('archivo.ttf', import.meta.url))
/** The comma keeps the weight in the name of the family. Other scripts come from the system's fonts. */
const family = 'Archivo SemiBold, sans-serif'

const colors = { pitch: '#0b1511', chalk: '#f4f4ec', muted: '#a6b3ac', turf: '#61e68f' }
const margin = 80
const textWidth = cardSize.width - 2 * margin
const titleBox = { top: 224, height: 270 }
/** The largest size whose lines fit is used. */
const titleSizes = [84, 72, 60, 50, 42]
const maxTitle = 150

/** Emoji, which few servers have a font for, would be drawn as boxes with their code. */
const undrawable =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\u20e3|\p{Cc}|\p{Cs}/gu
const rightToLeft =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

const drawable = (text: string, otherwise: string) =>
  shortened(text.slice(0, 2000).replaceAll(undrawable, ' '), maxTitle) || otherwise

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

type Drawn = { input: Buffer; width: number; height: number }

async function drawText(
  text: string,
  { size, color, width = textWidth }: { size: number; color: string; width?: number },
) {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text)}</span>`,
      font: `${family} ${size}`,
      fontfile: fontFile,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, width: info.width, height: info.height } satisfies Drawn
}

async function drawTitle(text: string): Promise<Drawn> {
  for (const size of titleSizes) {
    const drawn = await drawText(text, { size, color: colors.chalk })
    if (drawn.height <= titleBox.height && drawn.width <= textWidth) return drawn
  }
  return drawText(shortened(text, 60), { size: titleSizes.at(-1)!, color: colors.chalk })
}

/** The corner of the pitch and the raised card, as in the logo; the halfway line and the center circle. */
const pitch = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" fill="none">
  <g stroke="${colors.chalk}" stroke-opacity=".16" stroke-width="4">
    <path d="M1040 -20V650"/><circle cx="1040" cy="315" r="200"/>
  </g>
  <g transform="translate(78 66) scale(2)" stroke-width="2.2">
    <path d="M4 3v21h21M4 15a9 9 0 0 1 9 9" stroke="${colors.chalk}"/>
    <rect x="14.5" y="3" width="7.5" height="10.5" rx="1.3" transform="rotate(10 18 8)" fill="#f6d236"/>
  </g>
</svg>`)

/** The colors of a placeholder over the whole card, dark enough for white text. */
async function backgroundOf(placeholder: string | null): Promise<Buffer> {
  const { width, height } = cardSize
  const plain = sharp({ create: { width, height, channels: 3, background: colors.pitch } })
  if (placeholder === null) return plain.png().toBuffer()
  const pixels = Buffer.from(placeholder.slice(placeholder.indexOf(',') + 1), 'base64')
  return sharp(pixels)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .removeAlpha()
    .linear(0.42, 4)
    .png()
    .toBuffer()
}

type Card = { site: Site; label: string; title: string; foot: string; placeholder: string | null }

async function drawCard({ site, label, title, foot, placeholder }: Card): Promise<Buffer> {
  const [name, above, words, below] = await Promise.all([
    drawText(drawable(site.name, 'Club'), { size: 40, color: colors.chalk, width: 800 }),
    drawText(drawable(label, 'Members only'), {
      size: 30,
      color: site.accent?.dark ?? colors.turf,
      width: 900,
    }),
    drawTitle(title),
    drawText(drawable(foot, 'Members only'), { size: 30, color: colors.muted, width: 900 }),
  ])
  const at = ({ input }: Drawn, top: number, left = margin): OverlayOptions => ({ input, top, left })
  const titleLeft = rightToLeft.test(title) ? cardSize.width - margin - words.width : margin
  // A short title stands in the middle of its box.
  const top = titleBox.top + Math.round((titleBox.height - words.height) / 3)
  return sharp(await backgroundOf(placeholder))
    .composite([
      { input: pitch, top: 0, left: 0 },
      at(name, 78, 154),
      at(above, top - 52),
      at(words, top, Math.max(0, titleLeft)),
      at(below, 530),
    ])
    .png({ palette: true, quality: 90, effort: 2 })
    .toBuffer()
}

const creatorLine = ({ creator }: Site) => creator.name ?? ''

/** Draws the card of the site: its name and what it is. */
export const drawSiteCard = (site: Site, cover: string | null = null) =>
  drawCard({
    site,
    label: creatorLine(site) || site.name,
    title: drawable(site.creator.tagline, site.name),
    foot: 'Members only',
    placeholder: cover,
  })

/** Draws the card of a shared post. Its title may be any text. */
export const drawPostCard = (teaser: Teaser, site: Site) =>
  drawCard({
    site,
    label: kindAndLength(teaser),
    title: drawable(teaserName(teaser), teaserName({ ...teaser, title: null })),
    foot: [creatorLine(site), 'Members only'].filter(Boolean).join(' · '),
    placeholder: teaser.placeholder,
  })
