import { errorMessage } from '#api/api-error.ts'

export class NotSaved extends Error {}

export function notSavedText(error: unknown): string {
  if (error instanceof NotSaved) return error.message
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'There is no room left in this browser. Please remove something first.'
  if (error instanceof TypeError) return 'The site cannot be reached. Please try again when you are online.'
  return errorMessage(error, 'Please try again.')
}
