import { invalid, Refusal } from '#errors.ts'

export const fileMissing = () =>
  invalid('Please select a file to upload.', { media: 'Please select a file to upload.' })

export const contentMissing = () =>
  invalid('Please write some content for your text post.', {
    content: 'Please write some content for your text post.',
  })

/** For a file that is neither picture nor video, or not the one that was announced. */
export const wrongKindOfFile = (message = 'Please select an image or video file.') =>
  new Refusal(415, 'unsupported_media', message)

/** For a picture in a format that phones make and browsers do not show. */
export const heicPicture = () =>
  wrongKindOfFile(
    'This is a HEIC picture, which cannot be shown here. Please save it as JPEG and choose that.',
  )

/** For a file beside the name of one that was sent before. */
export const twoFiles = () =>
  invalid('Please send one file at a time.', { media: 'Please send one file at a time.' })

/** For a file that came with a post of text alone: it would be lost in silence. */
export const fileWithText = () =>
  invalid('A text post has no file. Please choose Image or Video instead.', {
    media: 'A text post has no file. Please choose Image or Video instead.',
  })
