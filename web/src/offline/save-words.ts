import { sentenceOf } from '#api/api-error.ts'
import { mostBytes, TooLarge } from './save-post.ts'

/** Why a post could not be saved, in words. */
export function whyNotSaved(error: unknown): string {
  if (error instanceof TooLarge)
    return `It is larger than ${Math.round(mostBytes / 1024 / 1024)} MB, the most that is kept of one post.`
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'There is no room left in this browser. Please remove something first.'
  if (error instanceof TypeError) return 'The site cannot be reached. Please try again when you are online.'
  return sentenceOf(error, 'Please try again.')
}
