import { composeEmail, defineEmail, exampleReader } from '#mail/email.ts'

const leaving = 'The same page deletes your address from the waitlist.'

export const waitlistConfirmation = defineEmail(
  (email: string, link: string, siteName: string) =>
    composeEmail({ email, firstName: null }, `Confirm your place on the waitlist of ${siteName}`, [
      `Someone asked to put this address on the waitlist of ${siteName}. Confirm your place and see where you stand:`,
      link,
      '',
      `${leaving} If this was not you, ignore this email: an address that is not confirmed is deleted after seven days.`,
    ]),
  {
    'waitlist-confirmation': [
      'Asked to join the waitlist',
      (siteUrl, siteName) => [exampleReader.email, `${siteUrl}/waitlist#example`, siteName],
    ],
  },
)

export const waitlistInvitation = defineEmail(
  (email: string, link: string, siteName: string) =>
    composeEmail({ email, firstName: null }, `It is your turn: ${siteName} is open for you`, [
      'You have reached the front of the waitlist. This link opens the gate, as often as you need within 30 days:',
      link,
      '',
      `${leaving} Otherwise it is deleted 30 days after this invitation.`,
    ]),
  {
    'waitlist-invitation': [
      'Invited from the waitlist',
      (siteUrl, siteName) => [exampleReader.email, `${siteUrl}/waitlist#example`, siteName],
    ],
  },
)
