import { addInvalidSession, expect, type Page } from './club.ts'
import { cards, payButton, payOn } from './joining.ts'
import { atSecondStep, ownScreens } from './account-screens.ts'
import { at, dialogAt, heading, portalAt, type Screen } from './screen.ts'

export const gate: Screen = {
  name: 'gate',
  who: null,
  async open(page) {
    await page.addInitScript(() => sessionStorage.removeItem('unlocked'))
    await page.goto('/')
    await expect(page.getByText('COMING SOON')).toBeVisible()
  },
}

const signupWithErrors: Screen = {
  name: 'signup-errors',
  who: null,
  async open(page) {
    await page.goto('/signup')
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByText('Email is required')).toBeVisible()
  },
}

const payment: Screen = {
  name: 'payment',
  who: null,
  async open(page) {
    await page.goto('/signup')
    const values = {
      Email: `axe-${Date.now()}@example.org`,
      'First Name': 'Axel',
      'Last Name': 'Cesar',
      'Phone Number': '+44 20 7946 0000',
      Password: 'half-time',
      'Confirm Password': 'half-time',
    }
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: /^Continue/ }).click()
    await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible()
  },
}

/** A page of the bank or the wallet about a payment. */
const questionAt = (name: string, pay: (page: Page) => Promise<void>, title: string): Screen => ({
  name,
  who: null,
  async open(page) {
    await payment.open(page)
    await pay(page)
    const frame = page.locator('iframe[title="Payment authentication"]')
    await page.goto((await frame.getAttribute('src')) ?? '')
    await expect(heading(page, title)).toBeVisible()
  },
})

async function payWithCashApp(page: Page) {
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await page.getByRole('checkbox').check()
  await payButton(page).click()
}

const suspended: Screen = {
  name: 'suspended',
  who: null,
  async open(page) {
    await addInvalidSession(page)
    await page.route('**/api/auth/user', (route) =>
      route.fulfill({ status: 403, json: { message: 'Account suspended', code: 'account_suspended' } }),
    )
    await page.goto('/')
    await expect(heading(page, 'Account Suspended')).toBeVisible()
  },
}

/** The server answers the request for the posts of /content with the page, but not that of this address. */
export const requestedFeed = '/content?page=1'

const crashed: Screen = {
  name: 'crash',
  who: 'member',
  async open(page) {
    await page.route('**/api/posts?*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(requestedFeed)
    await expect(heading(page, 'Something went wrong')).toBeVisible()
  },
}

const comments: Screen = {
  name: 'comments',
  who: 'creator',
  async open(page) {
    await page.goto('/content?search=Two+watches')
    await page.getByRole('button', { name: /^Comments/ }).click()
    await expect(
      page.getByRole('region', { name: 'All comments' }).getByRole('listitem').first(),
    ).toBeVisible()
  },
}

const draft: Screen = {
  name: 'draft',
  who: 'creator',
  async open(page) {
    await page.goto('/drafts')
    await page.getByRole('button', { name: 'New Post', exact: true }).click()
    await page.getByLabel('Content').fill('To be seen in both themes.')
    await page.getByLabel('Early access').selectOption('Members first, then everybody')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('article')).toBeVisible()
  },
}

const onePost: Screen = {
  name: 'post',
  who: 'member',
  async open(page) {
    await page.goto('/content?search=whitlock+two+watch')
    await expect(page.locator('mark').first()).toBeVisible()
    await page.getByRole('article').first().locator('header').getByRole('link').last().click()
    await expect(page.getByRole('link', { name: 'Back to the feed' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'All comments' })).toBeVisible()
  },
}

const profileForm = (name: string, who: Screen['who']): Screen => ({
  name,
  who,
  async open(page) {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await expect(page.getByRole('form', { name: 'Profile' })).toBeVisible()
  },
})

const creatorProfile: Screen = {
  name: 'creator-profile',
  who: 'member',
  async open(page) {
    await page.goto('/content')
    await page.getByRole('article').first().locator('header').getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Whitlock')
  },
}

const statement: Screen = {
  name: 'statement',
  who: 'admin',
  async open(page) {
    await page.goto('/payouts')
    await page.getByRole('article').nth(1).getByRole('link').click()
    // The list of statements has the same labels.
    await expect(heading(page, /^Statement for /)).toBeVisible()
    await page.getByRole('button', { name: /^Subscriptions/ }).click()
    await expect(page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem')).not.toHaveCount(0)
  },
}

const postReach: Screen = {
  name: 'post-reach',
  who: 'creator',
  async open(page) {
    await page.goto('/content-analytics')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(heading(page, 'Members it reached')).toBeVisible()
  },
}

// The frame of an email runs no script, not even axe.
const mail: Screen = {
  name: 'mail',
  who: 'admin',
  async open(page) {
    await page.goto('/admin/mail')
    await page.getByLabel('Seen as').selectOption('Text only')
    await expect(page.getByText(/^Hello/)).toBeVisible()
  },
}

export const visitorScreens: Screen[] = [
  gate,
  at('landing', null, '/', /The match/),
  dialogAt('contact', null, '/', 'Contact Us'),
  dialogAt('terms-dialog', null, '/', 'Read here: Terms of Service'),
  at('login', null, '/login', 'Welcome Back'),
  atSecondStep,
  at('forgot-password', null, '/forgot-password', 'Forgotten Password'),
  at('reset-password', null, '/reset-password#link', 'New Password'),
  at('confirm-email', null, '/confirm-email#link', 'Confirm Your Email'),
  at('unlock-sign-in', null, '/unlock-sign-in#link', 'Sign In Again'),
  at('email-change', null, '/email-change#confirm.link', 'Email Address'),
  at('keep-second-step', null, '/keep-second-step#link', 'Second Step'),
  at('recover-sign-in', null, '/recover-sign-in#link', 'Sign In Again'),
  at('finish-signup', null, '/finish-signup#link', 'Finish Your Account'),
  at('signup', null, '/signup', 'Join the club'),
  at('setup-without-link', null, '/setup', 'Your Invitation'),
  signupWithErrors,
  payment,
  questionAt('bank', (page) => payOn(page, cards.authenticates), '3-D Secure test page'),
  at('payment-success', null, '/payment-success', /./),
  at('terms', null, '/terms', 'Terms of Service'),
  at('appeal', null, '/appeal', 'Appeal'),
  at('privacy', null, '/privacy', 'Privacy Policy'),
  at('rules', null, '/rules', 'Community Rules'),
  at('unsubscribe', null, '/unsubscribe?letter=x', 'Your Emails'),
  at('waitlist', null, '/waitlist', 'Waitlist'),
  at('influencer-info', null, '/influencer-info', 'About the Influencer'),
  at('account-deletion', null, '/account-deletion#confirm.nothing', 'Account Deletion'),
  at('not-found', null, '/no-such-page', 'Page Not Found'),
  suspended,
]

export const memberScreens: Screen[] = [
  at('home-member', 'member', '/', /Welcome/),
  at('content-member', 'member', '/content', 'Premium Content'),
  at('content-second-page', 'member', '/content?page=2', /./),
  at('content-found', 'member', '/content?search=whitlock+two+watch', 'Two watches'),
  onePost,
  at('content-nothing-found', 'member', '/content?search=nothing+says+this', 'No posts found'),
  at('my-tips', 'member', '/my-tips', 'My Tips'),
  at('settings-member', 'member', '/settings', 'Settings'),
  at('profile-member', 'member', '/profile', 'Profile Settings'),
  profileForm('profile-form-member', 'member'),
  creatorProfile,
  at('download-data-member', 'member', '/download-data', 'Download Your Data'),
  at('change-password', 'member', '/change-password', 'Change Password'),
  ...ownScreens,
  dialogAt('request-deletion', 'member', '/settings', 'Request Account Deletion'),
  portalAt('portal', 'billing-portal?page=overview', 'Your billing'),
  portalAt('portal-card', 'billing-portal?page=payment-method', 'Update payment method'),
  portalAt('portal-cancel', 'cancel-subscription-portal', 'Cancel subscription'),
  at('home-lapsed', 'lapsed', '/', 'Your subscription has ended'),
  at('home-past-due', 'pastDue', '/', 'Your payment did not go through'),
  at('home-newcomer', 'newcomer', '/', 'Platinum members only'),
  at('content-lapsed', 'lapsed', '/content', 'Upgrade to Platinum'),
  at('subscribe', 'lapsed', '/subscribe', 'Platinum'),
  at('settings-lapsed', 'lapsed', '/settings', 'Settings'),
  crashed,
]

export const staffScreens: Screen[] = [
  at('home-creator', 'creator', '/', /Welcome/),
  at('content-creator', 'creator', '/content', 'Premium Content'),
  at('tips-received', 'creator', '/tips-received', 'Tips Received'),
  at('promo-test', 'creator', '/promo-test', 'Promo Test'),
  at('content-analytics', 'creator', '/content-analytics', 'Content Analytics'),
  postReach,
  at('audience-insights', 'creator', '/audience-insights', 'Retention'),
  at('payouts-creator', 'creator', '/payouts', 'Payouts'),
  statement,
  at('payouts-admin', 'admin', '/payouts', 'Payouts'),
  at('analytics', 'creator', '/analytics', 'Recent Tips'),
  at('analytics-rows', 'creator', '/analytics/rows?figure=revenue', 'Revenue'),
  at('revenue-reports', 'creator', '/revenue-reports', 'Month by Month'),
  at('settings-creator', 'creator', '/settings', 'Privacy & Security'),
  profileForm('profile-form-creator', 'creator'),
  at('download-data-creator', 'creator', '/download-data', 'Download Your Data'),
  comments,
  at('inbox', 'creator', '/inbox', 'Inbox'),
  at('drafts', 'creator', '/drafts', 'Drafts'),
  draft,
  dialogAt('preview-post', 'creator', '/content', 'Preview post'),
  dialogAt('upload', 'creator', '/content', 'Upload Content'),
  dialogAt('edit-post', 'creator', '/content', 'Edit post'),
  dialogAt('delete-post', 'creator', '/content', 'Delete post'),
  at('home-admin', 'admin', '/', /Welcome/),
  at('admin', 'admin', '/admin', 'Admin Dashboard'),
  at('admin-users', 'admin', '/admin?tab=users', 'Admin Dashboard'),
  at('audit', 'admin', '/admin/audit', 'Audit Log'),
  at('block-users', 'creator', '/block-users', 'Blocked Users'),
  at('staff', 'admin', '/admin/staff', 'Staff'),
  at('site', 'admin', '/admin/site', 'Draft'),
  dialogAt('remove-role', 'admin', '/admin/staff', 'Remove Admin Role'),
  at('books', 'admin', '/admin/books', 'Books'),
  at('promo-codes', 'admin', '/admin/promo-codes', 'Promo Codes'),
  at('gate-codes', 'admin', '/admin/gate', 'Codes'),
  at('sources', 'admin', '/admin?tab=sources', 'Admin Dashboard'),
  at('programs', 'admin', '/admin/programs', 'Webhooks'),
  at('media', 'admin', '/admin/media', 'Media'),
  at('health', 'admin', '/admin/health', 'Figures'),
  at('moderation', 'admin', '/admin/reports', 'Moderation'),
  dialogAt('remove-post', 'admin', '/admin/reports', 'Remove'),
  at('support', 'admin', '/admin/support', 'Support'),
  dialogAt('report-post', 'member', '/content', 'Report the post'),
  at('deletions', 'admin', '/admin/deletions', 'Deletions'),
  mail,
  dialogAt('refund', 'admin', '/admin/books', 'Refund'),
  at('rehearsal', 'admin', '/admin/rehearsal', 'The clock'),
]

export const phoneScreens = [dialogAt('drawer', 'member', '/content', 'Open menu')]
export const wideScreens = [
  dialogAt('tip', 'member', '/content', 'Tip'),
  // On a phone the wallet's page replaces this one.
  questionAt('cash-app', payWithCashApp, 'Cash App Pay test page'),
]
