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

/** For a file that came with a post of text alone: it would be lost in silence. */
export const fileWithText = () =>
  invalid('A text post has no file. Please choose Image or Video for it.', {
    media: 'A text post has no file. Please choose Image or Video for it.',
  })
