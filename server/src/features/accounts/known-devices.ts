import { and, eq, ne } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceCookie, readCookie, writeCookie } from '#http/cookies.ts'
import type { Services } from '#services.ts'
import type { Queryable } from '#db/database.ts'
import { deviceName } from '#features/viewer/device-name.ts'
import { newDevice } from './emails.ts'
import { knownDevices, people, type Person } from '#features/people/schema.ts'
import { newToken, tokenHash } from '#features/people/tokens.ts'

/** How long an unused browser is remembered, in milliseconds; browsers keep no cookie for longer. */
export const deviceLifeMs = 400 * 24 * 60 * 60 * 1000

const isToken = (text: string | null) => text !== null && /^[\w-]{43}$/.test(text)

/** Whether the account of an address was opened with this browser before; `device` is its cookie. */
export async function isKnownDevice(
  { db }: Pick<Services, 'db'>,
  { email, device }: { email: string; device: string },
): Promise<boolean> {
  const found = await db
    .select({ personId: knownDevices.personId })
    .from(knownDevices)
    .innerJoin(people, eq(people.id, knownDevices.personId))
    .where(and(eq(people.email, email), eq(knownDevices.tokenHash, tokenHash(device))))
  return found.length > 0
}

export async function isDeviceOf(
  db: Queryable,
  { personId, device }: { personId: string; device: string },
): Promise<boolean> {
  const theirs = and(eq(knownDevices.personId, personId), eq(knownDevices.tokenHash, tokenHash(device)))
  return (await db.$count(knownDevices, theirs)) > 0
}

/** Emails the person about a new browser, but not the first or one with `isFirst`. Returns whether it is the first. */
export async function rememberDevice(
  { db, clock, mail, address }: Pick<Services, 'db' | 'clock' | 'mail' | 'address'>,
  person: Pick<Person, 'id' | 'email' | 'firstName'>,
  { request, reply, isFirst }: { request: FastifyRequest; reply: FastifyReply; isFirst: boolean },
): Promise<boolean> {
  const cookie = readCookie(request, address, deviceCookie)
  const token = cookie !== null && isToken(cookie) ? cookie : newToken()
  writeCookie(reply, address, deviceCookie, token, deviceLifeMs / 1000)
  const now = clock.now()
  const here = { personId: person.id, tokenHash: tokenHash(token) }
  return db.transaction(async (tx) => {
    const known = await tx
      .update(knownDevices)
      .set({ lastUsedAt: now })
      .where(and(eq(knownDevices.personId, here.personId), eq(knownDevices.tokenHash, here.tokenHash)))
      .returning({ personId: knownDevices.personId })
    if (known.length > 0) return false
    await tx.select({ id: people.id }).from(people).where(eq(people.id, person.id)).for('no key update')
    await tx
      .insert(knownDevices)
      .values({ ...here, lastUsedAt: now })
      .onConflictDoNothing()
    const [other] = await tx
      .select({ personId: knownDevices.personId })
      .from(knownDevices)
      .where(and(eq(knownDevices.personId, here.personId), ne(knownDevices.tokenHash, here.tokenHash)))
      .limit(1)
    const device = deviceName(request.headers['user-agent'] ?? null)
    if (other && !isFirst) await mail.enqueue(tx, newDevice(person, { device, at: now }, address.url))
    return !other
  })
}
