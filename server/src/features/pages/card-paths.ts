import { createHash } from 'node:crypto'
import type { Site } from '@touchline/contract/site.ts'
import { postCard, siteCard, type Teaser } from '@touchline/contract/teasers.ts'

export const cardSize = { width: 1200, height: 630 }

export const fingerprint = (...parts: unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 10)

/** What the picture of a post shows. */
export const postCardKey = ({ title, mediaType, durationMs, words, placeholder }: Teaser) =>
  fingerprint(title, mediaType, durationMs, words, placeholder)

export const siteCardKey = ({ name, creator, accent, coverUrl }: Site) =>
  fingerprint(
    name,
    creator.name,
    creator.tagline,
    ...(accent ? [accent.dark] : []),
    ...(coverUrl ? [coverUrl] : []),
  )

/** The address of a card. It changes with the picture, because previews cache pictures for long. */
export const siteCardPath = (site: Site) => `${siteCard.path}?v=${siteCardKey(site)}`
export const postCardPath = (teaser: Teaser) =>
  `${postCard.path.replace(':id', teaser.id)}?v=${postCardKey(teaser)}`
