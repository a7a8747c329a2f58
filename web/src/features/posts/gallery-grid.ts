import { partsInLists, type Post } from '@touchline/contract/posts.ts'
import type { Media, Part } from '@touchline/contract/media.ts'
import type { CSSProperties } from 'react'

type ReadyPart = Part & { media: Media }

export const readyParts = ({ gallery }: Pick<Post, 'gallery'>): ReadyPart[] =>
  (gallery?.parts ?? []).flatMap((part) => (part.media ? [{ ...part, media: part.media }] : []))

/** The parts that the grid shows. */
export const shownParts = (post: Pick<Post, 'gallery'>) => readyParts(post).slice(0, partsInLists)

/** Inline, because the style sheet of every page is at its limit. */
export const galleryGrid = (count: number): CSSProperties => ({
  inset: '0 0 auto',
  width: '100%',
  aspectRatio: '4 / 3',
  display: 'grid',
  gap: 2,
  gridTemplateColumns: '1fr 1fr',
  gridTemplateRows: `repeat(${count > 2 ? 2 : 1}, minmax(0, 1fr))`,
})

/** Of three pictures the first is as high as the others together. */
export const galleryPlace = (count: number, index: number): CSSProperties =>
  count === 3 && index === 0 ? { gridRow: 'span 2' } : {}
