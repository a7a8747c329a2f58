import { eq } from 'drizzle-orm'
import type { Feature } from '#features/feature.ts'
import { people } from '#features/people/schema.ts'
import type { Services } from '#services.ts'
import { issueToken } from './change-email.ts'
import { sendConfirmLink } from './confirm-email.ts'
import { emailRoutes } from './email-routes.ts'
import { confirmAddress, addressChanged, confirmNewAddress } from './emails.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { sendRecoveryLink } from './recover-sign-in.ts'
import { deleteResetLinks, sendResetLink } from './reset-password.ts'
import { accountRoutes } from './routes.ts'
import type { FindSignup } from './sign-in.ts'
import { sweepSessions } from './sweep-sessions.ts'
import { runDueRemovals, sendRemovalNotice } from './two-factor-removal.ts'
import { twoFactorRoutes } from './two-factor-routes.ts'
import { sendUnlockLink } from './unlock.ts'

async function sendChangeLink(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  changeId: string,
): Promise<void> {
  const issued = await issueToken(db, { id: changeId, kind: 'confirmTokenHash', state: 'asked' })
  if (!issued) return
  const { change, token } = issued
  const link = `${address.url}/email-change#confirm.${token}`
  const { newEmail: email, personId } = change
  await mail.sendNow({ ...confirmNewAddress(email, link), personId })
}

/** Notifies the previous address of the change, with an undo link if that address was proven. */
async function sendChangeNotice(
  { db, mail, address }: Pick<Services, 'db' | 'mail' | 'address'>,
  changeId: string,
): Promise<void> {
  const issued = await issueToken(db, { id: changeId, kind: 'undoTokenHash', state: 'changed' })
  if (!issued) return
  const { change, token } = issued
  const [person] = await db.select().from(people).where(eq(people.id, change.personId))
  if (!person || person.erasedAt) return
  const undo = change.undoBy
    ? { link: `${address.url}/email-change#undo.${token}`, until: change.undoBy, newEmail: change.newEmail }
    : null
  const { formerEmail: email, personId } = change
  await mail.sendNow({
    ...addressChanged({ email, firstName: undo ? person.firstName : null }, undo),
    personId,
  })
}

/** `findSignup` finds a paid, uncompleted signup by email address, for a sign-in that comes before its event. */
export const accounts = (findSignup: (services: Services) => FindSignup): Feature => ({
  routes(route, services) {
    accountRoutes(route, services, findSignup(services))
    twoFactorRoutes(route, services)
    emailRoutes(route, services)
    passkeyRoutes(route, services)
  },
  jobs(services) {
    const { address, jobs } = services
    jobs.work('password-reset', ({ email, isByStaff }) =>
      sendResetLink(services, String(email), { isByStaff: isByStaff === true }),
    )
    jobs.work('confirm-email', ({ personId }) =>
      sendConfirmLink(services, String(personId), {
        unproven: (person, link) => confirmAddress(person, link, address.url),
      }),
    )
    jobs.work('unlock-link', ({ email }) => sendUnlockLink(services, String(email)))
    jobs.work('confirm-email-change', ({ changeId }) => sendChangeLink(services, String(changeId)))
    jobs.work('email-changed', ({ changeId }) => sendChangeNotice(services, String(changeId)))
    jobs.work('removal-asked', ({ removalId }) => sendRemovalNotice(services, String(removalId)))
    jobs.work('recovery-link', ({ personId }) => sendRecoveryLink(services, String(personId)))
    jobs.every('*/5 * * * *', 'remove-second-steps', () => runDueRemovals(services))
    jobs.every('43 3 * * *', 'forget-reset-links', () => deleteResetLinks(services))
    jobs.every('*/5 * * * *', 'sweep-sessions', () => sweepSessions(services))
  },
})
