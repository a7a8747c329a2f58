import { api } from '@touchline/contract/api.ts'
import type { EmailEntry } from '@touchline/contract/emails.ts'
import { eq } from 'drizzle-orm'
import { validate } from 'uuid'
import { people } from '#features/people/schema.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { notFound } from '#errors.ts'
import type { Route } from '#http/routes.ts'
import type { EmailExample } from '#mail/email.ts'
import { outboxState, type FailingEmail, retryEmail } from '#mail/email-log.ts'
import type { Services } from '#services.ts'

/** Sandboxes the preview: it runs no scripts, loads nothing and can be framed only by this site. */
const previewHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
}

const maxShown = 50

const toEntry = ({
  id,
  to,
  subject,
  attempts,
  problem,
  writtenAt,
  nextTryAt,
  isKept,
}: FailingEmail): EmailEntry => ({
  id,
  to,
  subject,
  attempts,
  problem,
  writtenAt: writtenAt.toISOString(),
  nextTryAt: isKept ? nextTryAt.toISOString() : null,
})

/** Binds the admin page for the outbox and the example emails. */
export function emailLogRoutes(route: Route, services: Services, examples: EmailExample[]): void {
  const { db, clock, config, address, mail, site } = services

  route(api.emails.show, async () => {
    const { failedEmails, lateEmails, ...counts } = await outboxState(db, maxShown)
    return {
      ...counts,
      hasServer: config.mail.smtpUrl !== null,
      failedLetters: failedEmails.map(toEntry),
      lateLetters: lateEmails.map(toEntry),
    }
  })

  route(api.emails.tryAgain, ({ params, viewer }) =>
    db.transaction(async (tx) => {
      const to = validate(params.id) ? await retryEmail(tx, services, params.id) : null
      if (to === null) throw notFound('Email')
      const [person] = await tx.select({ id: people.id }).from(people).where(eq(people.email, to))
      await recordAct(tx, {
        actorId: viewer.id,
        action: 'letter_tried_again',
        subject: params.id,
        at: clock.now(),
        ...(person ? { personId: person.id } : {}),
      })
    }),
  )

  route(api.emails.examples, () =>
    examples.map(({ name, when, compose }) => {
      const { subject, text } = compose(address.url, site.settings.name)
      return { name, when, subject, text }
    }),
  )

  route(api.emails.exampleHtml, async ({ params, reply }) => {
    const example = examples.find(({ name }) => name === params.name)
    if (!example) throw notFound('Email')
    return reply
      .headers(previewHeaders)
      .send(await mail.preview(example.compose(address.url, site.settings.name)))
  })
}
