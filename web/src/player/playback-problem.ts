import { ApiError } from '#api/api-error.ts'

const texts: Record<number, string> = {
  401: 'You are signed out. Sign in again to go on.',
  403: 'You do not have access to this any more.',
  404: 'This is not here any more.',
}
const tryLater = 'This cannot be played right now. Please try again.'

export const isRefusal = (status: number | undefined) =>
  status !== undefined && (status in texts || status === 429)

/** Returns why a media file does not play, by requesting its first byte. */
export async function playbackProblem(address: string): Promise<string> {
  try {
    const reply = await fetch(address, { headers: { range: 'bytes=0-0' } })
    if (reply.ok) return 'Your browser cannot play this file.'
    const error = new ApiError(reply.status, await reply.text(), reply.statusText)
    return texts[reply.status] ?? error.serverMessage ?? tryLater
  } catch {
    return 'The connection was lost. Please try again once you are back online.'
  }
}
