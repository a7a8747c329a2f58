import { api } from '@touchline/contract/api.ts'
import { tooManyRequests } from '#errors.ts'
import { limits } from '#limits/limits.ts'
import { networkOf } from '#http/network-of.ts'
import type { Route } from '#http/routes.ts'
import { databaseRates } from '#limits/rate.ts'
import type { Services } from '#services.ts'
import { answerMessage, setMessageState } from './answer-message.ts'
import { listMessages, listOwnMessages, getThread } from './queries.ts'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { messageForSupport } from './emails.ts'
import { contactMessages } from './schema.ts'
type ContactMessage = { name: string; email: string; message: string }

const adminAddresses = async (db: Queryable) => {
  const admins = await db
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.role, 'admin'), eq(people.isBlocked, false)))
  return admins.map(({ email }) => email)
}

/** Saves a contact message and emails it to the support mailbox, or to all admins without one, in one transaction. */
export async function sendSupportMessage(
  { db, clock, mail, site }: Pick<Services, 'db' | 'clock' | 'mail' | 'site'>,
  message: ContactMessage,
  mailbox: string | null,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx
      .insert(contactMessages)
      .values({ ...message, id: uuid({ msecs: now.getTime() }), createdAt: now })
    for (const to of mailbox === null ? await adminAddresses(tx) : [mailbox])
      await mail.enqueue(tx, messageForSupport(to, message, site.settings.name))
  })
}

export function routes(route: Route, services: Services): void {
  route(
    api.support.contact,
    async ({ body, request }) => {
      const key = `contact ${networkOf(request.ip)} ${body.email}`
      const waitSeconds = await databaseRates(services).count(key, limits.contactOfAddress)
      if (waitSeconds !== null) throw tooManyRequests('Too many messages.', waitSeconds)
      await sendSupportMessage(services, body, services.site.settings.supportEmail)
      return { message: "Thank you for contacting us! We'll get back to you soon." }
    },
    { limit: limits.contact },
  )

  route(api.support.mine, async ({ viewer }) => ({ messages: await listOwnMessages(services.db, viewer) }))

  route(api.support.messages, ({ query }) => listMessages(services.db, query))

  route(api.support.show, ({ params, viewer }) => getThread(services.db, viewer, params.id))

  route(api.support.answer, async ({ params, body, viewer }) => {
    await answerMessage(services, { adminId: viewer.id, messageId: params.id, ...body })
    return getThread(services.db, viewer, params.id)
  })

  route(api.support.setState, async ({ params, body, viewer }) => {
    const isOpen = body.state === 'open'
    await setMessageState(services, { adminId: viewer.id, messageId: params.id, isOpen })
    return getThread(services.db, viewer, params.id)
  })
}
