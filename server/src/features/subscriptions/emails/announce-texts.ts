import { and, asc, eq, exists, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { memberships } from '../schema.ts'
import { claimEmail } from './send-once.ts'
import { textsChanged } from '../emails.ts'
import type { Services } from '#services.ts'
import { textVersions } from '#features/agreements/schema.ts'
const hourMs = 60 * 60 * 1000
const batchSize = 500

/** Emails members and staff once, after an hour: a version that is withdrawn at once is not announced. */
export async function announceTexts(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
): Promise<void> {
  const { db, clock } = services
  const waiting = await db
    .select()
    .from(textVersions)
    .where(
      and(
        isNull(textVersions.announcedAt),
        lte(textVersions.since, new Date(clock.now().getTime() - hourMs)),
      ),
    )
    .orderBy(asc(textVersions.name), asc(textVersions.version))
  if (waiting.length === 0) return
  const changed = await changedSinceAnnounced(services, waiting)
  if (changed.length > 0) await emailMembers(services, changed)
  for (const { name, version } of waiting)
    await db
      .update(textVersions)
      .set({ announcedAt: clock.now() })
      .where(and(eq(textVersions.name, name), eq(textVersions.version, version)))
}

type Version = typeof textVersions.$inferSelect

/** The latest version of each text whose wording differs from the one announced last. */
async function changedSinceAnnounced({ db }: Pick<Services, 'db'>, waiting: Version[]): Promise<Version[]> {
  const latest = [...new Map(waiting.map((version) => [version.name, version])).values()]
  const all = await db
    .select()
    .from(textVersions)
    .where(
      inArray(
        textVersions.name,
        latest.map(({ name }) => name),
      ),
    )
    .orderBy(asc(textVersions.version))
  return latest.filter(({ name, hash }) => {
    const known = all.findLast((version) => version.name === name && version.announcedAt !== null)
    return known?.hash !== hash
  })
}

async function emailMembers(
  services: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  changed: Version[],
): Promise<void> {
  const { db, mail, address } = services
  const key = changed.map(({ name, version }) => `${name}@${version}`).join('+')
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const readers = await readersAfter(services, after)
    const last = readers.at(-1)
    if (!last) return
    after = last.id
    await db.transaction(async (tx) => {
      for (const reader of readers)
        if (await claimEmail(tx, services, reader.id, `texts:${key}:${reader.id}`))
          await mail.enqueue(
            tx,
            textsChanged(
              reader,
              changed.map(({ name }) => name),
              address.url,
            ),
          )
    })
  }
}

const readersAfter = ({ db }: Pick<Services, 'db'>, after: string) =>
  db
    .select({ id: people.id, email: people.email, firstName: people.firstName })
    .from(people)
    .where(
      and(
        gt(people.id, after),
        isNull(people.erasedAt),
        eq(people.isBlocked, false),
        or(
          ne(people.role, 'subscriber'),
          exists(
            db
              .select({ id: memberships.id })
              .from(memberships)
              .where(
                and(eq(memberships.personId, people.id), memberships.isCurrent, isNull(memberships.endedAt)),
              ),
          ),
        ),
      ),
    )
    .orderBy(asc(people.id))
    .limit(batchSize)
