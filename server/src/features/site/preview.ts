import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'drizzle-orm'
import { type Address, clearCookie, readCookie, writeCookie } from '#http/cookies.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { type SiteInForce, toVersion, understood } from '#site/open-site.ts'

/** Whom the draft is previewed as. */
export type PreviewedAs = 'visitor' | 'member'

const previewCookie = 'touchline_preview'
const previewSeconds = 15 * 60

/** Shows this browser the draft for some minutes; null ends it. Only an admin's session makes it count. */
export function setPreview(reply: FastifyReply, address: Address, as: PreviewedAs | null): void {
  if (as) writeCookie(reply, address, previewCookie, as, previewSeconds)
  else clearCookie(reply, address, previewCookie)
}

/** Returns as whom this browser asks for a preview. The desk itself is never previewed. */
export function previewedAs(request: FastifyRequest, address: Address): PreviewedAs | null {
  const as = readCookie(request, address, previewCookie)
  return as === 'visitor' || as === 'member' ? as : null
}

/** Returns the settings that this viewer sees: those of the draft for an admin who previews it. */
export async function siteShownTo(
  { db, site, address }: Pick<Services, 'db' | 'site' | 'address'>,
  request: FastifyRequest,
  viewer: Viewer | null,
): Promise<SiteInForce> {
  if (viewer?.role !== 'admin' || viewer.isBlocked || !previewedAs(request, address)) return site
  const { rows } = await db.execute<{ settings: unknown }>(
    sql`select settings from site_versions where number is null`,
  )
  const [draft] = rows
  if (!draft) return site
  return { ...site, ...toVersion({ ...site.defaults, ...understood(draft.settings) }) }
}
