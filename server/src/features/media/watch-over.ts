import { eq } from 'drizzle-orm'
import type { Services } from '#services.ts'
import { media } from './schema.ts'

const lookMs = 1000

/** Looks every second whether a medium is still there; when it was removed, `signal` ends the work on it. */
export function watchOver({ db, log }: Pick<Services, 'db' | 'log'>, mediaId: string) {
  const gone = new AbortController()
  const look = async () => {
    const rows = await db.select({ id: media.id }).from(media).where(eq(media.id, mediaId))
    if (rows.length === 0) gone.abort()
  }
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.warn({ err: error }, 'a medium could not be looked for')),
    lookMs,
  )
  return { signal: gone.signal, stop: () => clearInterval(timer) }
}
