import { conflict, invalid, Refusal } from '#errors.ts'
import type { MediaKind, UnsupportedFormat } from '#media/uploaded-file.ts'

export const fileMissing = () =>
  invalid('Please select a file to upload.', { media: 'Please select a file to upload.' })

export const contentMissing = () =>
  invalid('Please write some content for your text post.', {
    content: 'Please write some content for your text post.',
  })

export const wrongKindOfFile = (message = 'Please select an image or video file.') =>
  new Refusal(415, 'unsupported_media', message)

const savedAs: Record<MediaKind, string> = { image: 'JPEG', video: 'MP4', audio: 'MP3 or M4A' }
const nouns: Record<MediaKind, string> = { image: 'picture', video: 'video', audio: 'recording' }

/** For a picture, video or recording in a format that cannot be decoded: names the format and an alternative. */
export const formatNotTaken = ({ kind, format }: UnsupportedFormat) =>
  wrongKindOfFile(
    `This is ${/^[AEIOU]/.test(format) ? 'an' : 'a'} ${format} ${nouns[kind]}, which cannot be ${kind === 'image' ? 'shown' : 'played'} here. Please save it as ${savedAs[kind]} and choose that.`,
  )

export const onlySound = () =>
  wrongKindOfFile('There is only sound in this file. Choose New Post to publish a recording.')

export const twoFiles = () =>
  invalid('Please send one file at a time.', { media: 'Please send one file at a time.' })

/** For a text post with a file, which would otherwise be dropped silently. */
export const fileWithText = () =>
  invalid('A text post has no file. Please choose Image or Video instead.', {
    media: 'A text post has no file. Please choose Image or Video instead.',
  })

export const editedElsewhere = () =>
  conflict('This post has been edited elsewhere in the meantime. Please look at it again before you save.')
