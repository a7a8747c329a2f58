import type { Part } from '@touchline/contract/media.ts'
import type { TextPicture } from '#ui/text-editor/picture-view.ts'

const editorWidth = 640

/** The pictures among these files, as the text editor takes them. */
export const textPictures = (parts: Part[]): TextPicture[] =>
  parts.flatMap(({ id, mediaType, media, mediaAlt }) => {
    if (mediaType !== 'image' || !media) return []
    const source = media.sources.find(({ width }) => width >= editorWidth)
    return [{ id, url: source?.url ?? media.url, alt: mediaAlt ?? '' }]
  })
