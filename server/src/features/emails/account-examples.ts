import * as accounts from '#features/accounts/emails.ts'
import * as blocks from '#features/blocks/emails.ts'
import * as moderation from '#features/moderation/emails.ts'
import * as staff from '#features/staff/emails.ts'
import { messageForSupport, supportAnswer } from '#features/support/emails.ts'
import { type Example, example, reader } from './example.ts'

const [then, later] = [new Date('2027-03-01T09:00:00Z'), new Date('2027-03-15T09:00:00Z')]
const passkey = { isAdded: true, name: 'Chrome on Android' }
const comment = { kind: 'comment' as const, rule: 'respect' as const, words: null }
const decision = { ...comment, words: 'Please stay with the match.', until: null, appealUntil: later }

/** Examples of the emails about account security, blocks, moderation, staff roles and support. */
export function accountExamples(siteUrl: string): Example[] {
  const appeal = `${siteUrl}/appeal#example`
  const device = { device: 'Firefox on Windows', at: then }
  const asked = { message: 'Can I change my name?', createdAt: then }
  return [
    example(
      'reset-link',
      'Asked for a new password',
      accounts.resetLink(reader, `${siteUrl}/reset-password#example`),
    ),
    example(
      'confirm-address',
      'Asked for the link to confirm the address',
      accounts.confirmAddress(reader, `${siteUrl}/confirm-email#example`, siteUrl),
    ),
    example(
      'unlock-link',
      'Too many failed sign-ins',
      accounts.unlockLink(reader, `${siteUrl}/unlock-sign-in#example`),
    ),
    example(
      'confirm-new-address',
      'Asked for another address',
      accounts.confirmNewAddress(reader.email, `${siteUrl}/email-change#confirm.example`),
    ),
    example(
      'address-changed',
      'The address was changed',
      accounts.addressChanged(reader, {
        link: `${siteUrl}/email-change#undo.example`,
        until: later,
        newEmail: 'mina.osei@club.example',
      }),
    ),
    example(
      'second-step-removal',
      'An admin asked to remove a lost second step',
      accounts.removalRequested(reader, later, `${siteUrl}/keep-second-step#example`),
    ),
    example(
      'second-step-removed',
      'The lost second step was removed',
      accounts.secondStepRemoved(reader, siteUrl),
    ),
    example(
      'password-changed',
      'Changed the password',
      accounts.passwordChanged(reader, [{ name: passkey.name, createdAt: then }], siteUrl),
    ),
    example('two-factor-on', 'Turned the second step on', accounts.twoFactorChanged(reader, true, siteUrl)),
    example(
      'two-factor-off',
      'Turned the second step off',
      accounts.twoFactorChanged(reader, false, siteUrl),
    ),
    example('passkey-added', 'Added a passkey', accounts.passkeysChanged(reader, passkey, siteUrl)),
    example(
      'passkey-removed',
      'Removed a passkey',
      accounts.passkeysChanged(reader, { ...passkey, isAdded: false }, siteUrl),
    ),
    example('new-device', 'Signed in with a new browser', accounts.newDevice(reader, device, siteUrl)),
    example(
      'invitation',
      'Invited to become creator or admin',
      staff.invitation(reader.email, 'creator', `${siteUrl}/setup#example`),
    ),
    example('role-taken', 'No creator or admin any more', staff.roleRevoked(reader, 'creator')),
    example(
      'suspended',
      'The account is blocked',
      blocks.suspended(
        reader,
        { reason: 'Spam or advertising', until: later },
        { mayPay: true, supportEmail: null },
      ),
    ),
    example('back-again', 'The block is over', blocks.suspensionEnded(reader, siteUrl)),
    example(
      'report-answered',
      'Reported something',
      moderation.reportAnswered(reader, comment, 'acted', siteUrl),
    ),
    example(
      'comment-removed',
      'The moderators removed something',
      moderation.decided(reader, { ...decision, measure: 'remove' }, appeal, siteUrl),
    ),
    example(
      'warning',
      'The moderators warn',
      moderation.decided(reader, { ...decision, measure: 'warn' }, appeal, siteUrl),
    ),
    example(
      'blocked-by-moderators',
      'The moderators blocked the account',
      moderation.decided(reader, { ...decision, measure: 'block', until: later }, appeal, siteUrl),
    ),
    example(
      'appeal-upheld',
      'An appeal was not followed',
      moderation.appealAnswered(reader, comment, { outcome: 'upheld', isPutBack: false }),
    ),
    example(
      'appeal-overturned',
      'An appeal was followed',
      moderation.appealAnswered(reader, comment, { outcome: 'overturned', isPutBack: true }),
    ),
    example(
      'support-message',
      'To the support mailbox',
      messageForSupport('support@club.example', {
        name: 'Mina Osei',
        email: 'mina@club.example',
        message: asked.message,
      }),
    ),
    example('support-answer', 'Support answers', supportAnswer(reader, 'Yes: in your profile.', asked)),
  ]
}
