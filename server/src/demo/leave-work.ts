import { and, eq, isNotNull } from 'drizzle-orm'
import { comments } from '#features/comments/schema.ts'
import { decideCase } from '#features/moderation/decide-case.ts'
import { reportThing } from '#features/moderation/report-thing.ts'
import { moderationCases } from '#features/moderation/schema.ts'
import { sendSupportMessage } from '#features/support/routes.ts'
import { contactMessages } from '#features/support/schema.ts'
import { demoEmail } from './accounts.ts'
import { personWithEmail } from './open-accounts.ts'
import type { DemoServices } from './pay-at-sandbox.ts'
import { dismissedRemark, reportedRemark } from './script/second-half.ts'
import { before, days, hours } from './timeline.ts'

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

/** The member and the creator have reported a comment, which the admin left in its place. Idempotent. */
export async function dismissReports(
  services: DemoServices,
  { seenFrom }: { seenFrom: Date },
): Promise<void> {
  const { db } = services
  const at = (ms: number) => ({ now: () => before(seenFrom, ms) })
  const [remark] = await db
    .select({ id: comments.id, authorId: comments.personId })
    .from(comments)
    .where(eq(comments.content, dismissedRemark))
  const admin = await personWithEmail(db, demoEmail('admin'))
  if (!remark || !admin) throw new Error('the demo club has nothing to dismiss')
  const ofRemark = eq(moderationCases.subjectId, remark.id)
  if ((await db.$count(moderationCases, and(ofRemark, isNotNull(moderationCases.decidedAt)))) > 0) return
  for (const key of ['member', 'creator'] as const) {
    const reporter = await personWithEmail(db, demoEmail(key))
    if (!reporter || reporter.id === remark.authorId) continue
    await reportThing(
      { db, clock: at(days(4)) },
      {
        viewer: { id: reporter.id, role: reporter.role, hasAccess: true },
        kind: 'comment',
        subjectId: remark.id,
        rule: 'respect',
      },
    )
  }
  const [opened] = await db.select({ id: moderationCases.id }).from(moderationCases).where(ofRemark)
  await decideCase(
    { ...services, clock: at(hours(30)) },
    { viewer: admin, caseId: opened?.id ?? '', ruling: { measure: 'dismiss' } },
  )
}
