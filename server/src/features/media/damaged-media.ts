import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { media } from './schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

const kind = 'media-damaged'

/** Alerts the admins that a stored file is missing or incomplete. */
export const reportDamaged = (services: Pick<Services, 'db' | 'clock' | 'log'>, mediaId: string) =>
  raiseAlert(services.db, services, {
    kind,
    subject: mediaId,
    message: 'A stored file is missing or incomplete. A request for it failed.',
  })

/** Lists damaged media items that still exist, most recent first. */
export const damagedMedia = (db: Database) =>
  db
    .select({ id: media.id, kind: media.kind, foundAt: paymentAlerts.firstSeenAt })
    .from(paymentAlerts)
    .innerJoin(media, eq(media.id, paymentAlerts.subject))
    .where(and(eq(paymentAlerts.kind, kind), isNull(paymentAlerts.resolvedAt)))
    .orderBy(desc(paymentAlerts.firstSeenAt))
    .limit(100)
