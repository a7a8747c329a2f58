import { eq } from 'drizzle-orm'
import { comments } from '#features/comments/schema.ts'
import { reportThing } from '#features/moderation/report-thing.ts'
import { sendSupportMessage } from '#features/support/routes.ts'
import { contactMessages } from '#features/support/schema.ts'
import { demoEmail } from './accounts.ts'
import { personWithEmail } from './open-accounts.ts'
import type { DemoServices } from './pay-at-sandbox.ts'
import { reportedRemark } from './script/second-half.ts'
import { before, hours } from './timeline.ts'

/** Leaves one report and one support message for the admin. Idempotent. */
export async function leaveWork(services: DemoServices, { seenFrom }: { seenFrom: Date }): Promise<void> {
  const { db, mail, site } = services
  const [remark] = await db
    .select({ id: comments.id, authorId: comments.personId })
    .from(comments)
    .where(eq(comments.content, reportedRemark))
  const [member, creator] = await Promise.all([
    personWithEmail(db, demoEmail('member')),
    personWithEmail(db, demoEmail('creator')),
  ])
  // Members cannot report their own comments.
  const reporter = remark?.authorId === member?.id ? creator : member
  if (!remark || !reporter) throw new Error('the demo club has nothing to report')
  const reportedAt = before(seenFrom, hours(7))
  await reportThing(
    { db, clock: { now: () => reportedAt } },
    {
      viewer: { id: reporter.id, role: reporter.role, hasAccess: true },
      kind: 'comment',
      subjectId: remark.id,
      rule: 'spam',
      words: 'The same offer stood under two other posts.',
    },
  )
  const message = {
    name: 'Noor Haddad',
    email: demoEmail('newcomer'),
    message:
      'Hello, I have signed up but not paid yet. Can I pay with a card from another country? Thank you, Noor',
  }
  const [sent] = await db
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(eq(contactMessages.email, message.email))
  const sentAt = before(seenFrom, hours(3))
  if (!sent) await sendSupportMessage({ db, mail, site, clock: { now: () => sentAt } }, message, null)
}
