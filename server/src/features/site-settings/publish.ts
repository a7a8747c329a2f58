import type { SiteSettings } from '@touchline/contract/site-settings.ts'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '#db/database.ts'
import { conflict, notFound } from '#errors.ts'
import { legalTextsOf } from '#features/agreements/legal-texts.ts'
import { addTextVersions } from '#features/agreements/text-versions.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import { notified } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { understood } from '#site/open-site.ts'
import { differences, type Versions } from './read-desk.ts'
import { deleteDraft, lockVersions } from './save-draft.ts'
import { siteVersions } from './schema.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'site' | 'config'>
type Next = { settings: unknown; restored: number | null }

/** Adds a version and tells every process. Changed legal texts get versions that members agree to. */
async function addVersion(
  tx: Transaction,
  services: Deps,
  { viewer, published, next }: { viewer: Pick<Viewer, 'id'>; published: Versions['published']; next: Next },
): Promise<void> {
  const { clock, site } = services
  const whole = (stored: unknown): SiteSettings => ({ ...site.defaults, ...understood(stored) })
  const settings = whole(next.settings)
  const changed = differences(whole(published?.version.settings), settings)
  if (changed.length === 0) throw conflict('This is what is published already.')
  const number = (published?.version.number ?? 0) + 1
  const at = clock.now()
  await tx.insert(siteVersions).values({ id: uuid(), number, ...next, changed, byId: viewer.id, at })
  await addTextVersions(tx, services, legalTextsOf(settings))
  await recordAct(tx, {
    actorId: viewer.id,
    action: next.restored === null ? 'site_published' : 'site_restored',
    subject: `version ${number}: ${changed.join(', ')}`,
    at,
  })
  await tx.execute(sql`select ${notified({ changed: 'site' })}`)
}

/** Publishes the draft. Throws 409 without one, or when the settings are no longer those of `revision`. */
export async function publishDraft(
  services: Deps,
  viewer: Pick<Viewer, 'id'>,
  revision: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { published, draft } = await lockVersions(tx, revision)
    if (!draft) throw conflict('There is nothing to publish.')
    await deleteDraft(tx)
    const next = { settings: draft.version.settings, restored: null }
    await addVersion(tx, services, { viewer, published, next })
  })
  await services.site.reload()
}

/** Publishes an earlier version again; 0 is the defaults. The draft stays. Throws 404 for an unknown one, 409. */
export async function restoreVersion(
  services: Deps,
  viewer: Pick<Viewer, 'id'>,
  { number, revision }: { number: number; revision: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const { published } = await lockVersions(tx, revision)
    const [earlier] =
      number === 0
        ? [{ settings: {} }]
        : await tx.select().from(siteVersions).where(eq(siteVersions.number, number))
    if (!earlier) throw notFound('Version')
    const next = { settings: earlier.settings, restored: number }
    await addVersion(tx, services, { viewer, published, next })
  })
  await services.site.reload()
}
