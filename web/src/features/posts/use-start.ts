import type { Start } from '#player/player-props.ts'
import { useLocation } from '#router/router-provider.tsx'

type StartInPost = Start & { partId: string | null }

/** Where the address starts a film or recording of the post: `t` in seconds, and `part`, its file. */
export function useStart(): StartInPost | undefined {
  const { search, key } = useLocation()
  const { t, part } = search
  if (typeof t !== 'number' || t < 0) return undefined
  return { seconds: t, key, partId: typeof part === 'string' ? part : null }
}

/** Whether a start is for this file. */
export const isStarted = (start: StartInPost | undefined, partId: string | undefined) =>
  start !== undefined && (start.partId === null || start.partId === partId)
