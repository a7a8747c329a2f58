/** What the button to a page does. The part of a link after "#" may change it. */
const labels: Record<string, string> = {
  '/account-deletion#confirm': 'Confirm the deletion',
  '/account-deletion#undo': 'Keep your account',
  '/admin': 'Open the admin pages',
  '/appeal': 'Appeal the decision',
  '/change-password': 'Change your password',
  '/confirm-email': 'Confirm your address',
  '/content': 'See the posts',
  '/email-change#confirm': 'Confirm your new address',
  '/email-change#undo': 'Take your account back',
  '/finish-signup': 'Finish your account',
  '/forgot-password': 'Choose a new password',
  '/inbox': 'Open your inbox',
  '/keep-second-step': 'Keep your second step',
  '/my-tips': 'See your tips',
  '/payouts': 'Open the statement',
  '/post': 'See the post',
  '/privacy': 'Read the Privacy Policy',
  '/recover-sign-in': 'Sign in again',
  '/reset-password': 'Choose a new password',
  '/rules': 'Read the rules',
  '/settings': 'Open your settings',
  '/setup': 'Create your account',
  '/signup': 'Try again',
  '/subscribe': 'Open your membership',
  '/terms': 'Read the Terms of Service',
  '/tips-received': 'See the tips',
  '/unlock-sign-in': 'Unlock sign-in',
  '/waitlist': 'See your place',
}

export function buttonLabel(url: string, siteName: string): string {
  const { pathname, hash } = new URL(url)
  const path = pathname.replace(/^(\/[a-z-]*).*$/, '$1')
  const kind = /^#[a-z]+/.exec(hash)?.[0] ?? ''
  return labels[path + kind] ?? labels[path] ?? `Open ${siteName}`
}
