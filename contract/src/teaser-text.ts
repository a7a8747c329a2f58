import type { Teaser } from './teasers.ts'

/** What strangers read about a shared post, by its kind. */
export const teaserWords = {
  video: { noun: 'Video', article: 'A video', join: 'Join to watch' },
  audio: { noun: 'Recording', article: 'A recording', join: 'Join to listen' },
  image: { noun: 'Photo', article: 'A photo', join: 'Join to see it' },
  text: { noun: 'Text', article: 'A text', join: 'Join to read' },
} as const

/** The title of a shared post, or what it is. */
export const teaserName = ({ title, mediaType }: Pick<Teaser, 'title' | 'mediaType'>) =>
  title ?? `${teaserWords[mediaType].article} for members`

const wordsPerMinute = 200

function lengthOf({ durationMs, words }: Pick<Teaser, 'durationMs' | 'words'>): string | null {
  if (durationMs !== null) {
    const seconds = Math.round(durationMs / 1000)
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  return words === null ? null : `${Math.max(1, Math.round(words / wordsPerMinute))} min read`
}

/** `Video · 3:20` */
export const kindAndLength = (teaser: Pick<Teaser, 'mediaType' | 'durationMs' | 'words'>) =>
  [teaserWords[teaser.mediaType].noun, lengthOf(teaser)].filter((part) => part !== null).join(' · ')
