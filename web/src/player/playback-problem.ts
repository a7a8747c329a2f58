import { ApiError } from '#api/api-error.ts'

const words: Record<number, string> = {
  401: 'You are signed out. Sign in again to go on.',
  403: 'You do not have access to this any more.',
  404: 'This is not here any more.',
}
const later = 'This cannot be played right now. Please try again.'

/** Whether the door said no, and asking again now would not help: by the status of an answer. */
export const isRefusal = (status: number | undefined) =>
  status !== undefined && (status in words || status === 429)

/** Why a file of a medium does not play, in words: asks the door for its first byte. */
export async function playbackProblem(address: string): Promise<string> {
  try {
    const reply = await fetch(address, { headers: { range: 'bytes=0-0' } })
    if (reply.ok) return 'Your browser cannot play this file.'
    const error = new ApiError(reply.status, await reply.text(), reply.statusText)
    return words[reply.status] ?? error.serverMessage ?? later
  } catch {
    return 'The connection was lost. Please try again once you are back online.'
  }
}
