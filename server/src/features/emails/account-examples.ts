import * as accounts from '#features/accounts/emails.ts'
import * as blocks from '#features/blocks/emails.ts'
import * as moderation from '#features/moderation/emails.ts'
import * as staff from '#features/staff/emails.ts'
import { messageForSupport, supportAnswer } from '#features/support/emails.ts'
import { type Example, of, reader } from './example.ts'

const [then, later] = [new Date('2027-03-01T09:00:00Z'), new Date('2027-03-15T09:00:00Z')]
const passkey = { isAdded: true, name: 'Chrome on Android' }
const comment = { kind: 'comment' as const, rule: 'respect' as const, words: null }
const decision = { ...comment, words: 'Please stay with the match.', until: null, appealUntil: later }

/** The letters about accounts: how they are kept safe, blocked, moderated and left. */
export function accountExamples(siteUrl: string): Example[] {
  const appeal = `${siteUrl}/appeal#example`
  const device = { device: 'Firefox on Windows', at: then }
  const asked = { message: 'Can I change my name?', createdAt: then }
  return [
    of(
      'reset-link',
      'Asked for a new password',
      accounts.resetLink(reader, `${siteUrl}/reset-password#example`),
    ),
    of(
      'confirm-address',
      'Asked for the link to confirm the address',
      accounts.confirmAddress(reader, `${siteUrl}/confirm-email#example`, siteUrl),
    ),
    of(
      'unlock-link',
      'Too many failed sign-ins',
      accounts.unlockLink(reader, `${siteUrl}/unlock-sign-in#example`),
    ),
    of(
      'confirm-new-address',
      'Asked for another address',
      accounts.confirmNewAddress(reader.email, `${siteUrl}/email-change#confirm.example`),
    ),
    of(
      'address-changed',
      'The address was changed',
      accounts.addressChanged(reader, {
        link: `${siteUrl}/email-change#undo.example`,
        until: later,
        newEmail: 'mina.osei@club.example',
      }),
    ),
    of(
      'second-step-removal',
      'An admin asked to remove a lost second step',
      accounts.removalRequested(reader, later, `${siteUrl}/keep-second-step#example`),
    ),
    of(
      'second-step-removed',
      'The lost second step was removed',
      accounts.secondStepRemoved(reader, siteUrl),
    ),
    of(
      'password-changed',
      'Changed the password',
      accounts.passwordChanged(reader, [{ name: passkey.name, createdAt: then }], siteUrl),
    ),
    of('two-factor-on', 'Turned the second step on', accounts.twoFactorChanged(reader, true, siteUrl)),
    of('two-factor-off', 'Turned the second step off', accounts.twoFactorChanged(reader, false, siteUrl)),
    of('passkey-added', 'Added a passkey', accounts.passkeysChanged(reader, passkey, siteUrl)),
    of(
      'passkey-removed',
      'Removed a passkey',
      accounts.passkeysChanged(reader, { ...passkey, isAdded: false }, siteUrl),
    ),
    of('new-device', 'Signed in with a new browser', accounts.newDevice(reader, device, siteUrl)),
    of(
      'invitation',
      'Invited to become creator or admin',
      staff.invitation(reader.email, 'creator', `${siteUrl}/setup#example`),
    ),
    of('role-taken', 'No creator or admin any more', staff.roleTaken(reader, 'creator')),
    of(
      'suspended',
      'The account is blocked',
      blocks.suspended(
        reader,
        { reason: 'Spam or advertising', until: later },
        { mayPay: true, supportEmail: null },
      ),
    ),
    of('back-again', 'The block is over', blocks.backAgain(reader, siteUrl)),
    of('report-answered', 'Reported something', moderation.reportAnswered(reader, comment, 'acted', siteUrl)),
    of(
      'comment-removed',
      'The moderators removed something',
      moderation.decided(reader, { ...decision, measure: 'remove' }, appeal, siteUrl),
    ),
    of(
      'warning',
      'The moderators warn',
      moderation.decided(reader, { ...decision, measure: 'warn' }, appeal, siteUrl),
    ),
    of(
      'blocked-by-moderators',
      'The moderators blocked the account',
      moderation.decided(reader, { ...decision, measure: 'block', until: later }, appeal, siteUrl),
    ),
    of(
      'appeal-upheld',
      'An appeal was not followed',
      moderation.appealAnswered(reader, comment, { outcome: 'upheld', isPutBack: false }),
    ),
    of(
      'appeal-overturned',
      'An appeal was followed',
      moderation.appealAnswered(reader, comment, { outcome: 'overturned', isPutBack: true }),
    ),
    of(
      'support-message',
      'To the support mailbox',
      messageForSupport('support@club.example', {
        name: 'Mina Osei',
        email: 'mina@club.example',
        message: asked.message,
      }),
    ),
    of('support-answer', 'Support answers', supportAnswer(reader, 'Yes: in your profile.', asked)),
  ]
}
