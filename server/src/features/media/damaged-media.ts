import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { raiseAlert } from '#alerts/alerts.ts'
import type { Services } from '#services.ts'
import { media } from './schema.ts'
import { paymentAlerts } from '#alerts/schema.ts'

const kind = 'media-damaged'

/** Tells the admins that a file of a media item is not there any more, or not all of it. */
export const reportDamaged = (services: Pick<Services, 'db' | 'clock' | 'log'>, mediaId: string) =>
  raiseAlert(services.db, services, {
    kind,
    subject: mediaId,
    message: 'A stored file is missing or incomplete: somebody asked for it and could not be shown it.',
  })

/** The media that were found damaged and are still there, the latest first. */
export const damagedMedia = (db: Database) =>
  db
    .select({ id: media.id, kind: media.kind, foundAt: paymentAlerts.firstSeenAt })
    .from(paymentAlerts)
    .innerJoin(media, eq(media.id, paymentAlerts.subject))
    .where(and(eq(paymentAlerts.kind, kind), isNull(paymentAlerts.resolvedAt)))
    .orderBy(desc(paymentAlerts.firstSeenAt))
    .limit(100)
