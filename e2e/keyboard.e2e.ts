import { titled } from './club-posts.ts'
import { boxOf, listed, post } from './comment-box.ts'
import { accessCode, demoEmail, demoPassword, expect, type Page, toastOn } from './club.ts'
import { cards, newApplicant, payButton, test } from './joining.ts'
import { becomeMember } from './people.ts'
import { tabAndPress, tabAndType } from './tabbing.ts'

/* Whoever has no pointer, and sees the page at twice its size: what is left of 1280 by 800 is 640 by 400. */
test.use({
  viewport: { width: 640, height: 400 },
  deviceScaleFactor: 2,
  contextOptions: { reducedMotion: 'reduce' },
})

const zoomed = (page: Page) => page.setViewportSize({ width: 640, height: 400 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Waits until a toast of this title is read out: in a live region, which no dialog hides. */
async function announced(page: Page, title: string) {
  await expect(page.getByRole('status').filter({ hasText: title }).first()).toBeAttached()
  await expect(toastOn(page)).toContainText(title)
}

test('a visitor comes through the gate and signs in with the keyboard, at twice the size [GATE-2, LOGIN-1]', async ({
  page,
}) => {
  await page.goto('/')
  await tabAndType(page, page.getByPlaceholder('Enter access code...'), accessCode)
  await page.keyboard.press('Enter')
  await announced(page, 'Welcome!')
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()

  await page.reload()
  const firstInContent = page.getByRole('link', { name: /^Subscribe for/ })
  await expect(firstInContent).toBeVisible()
  await tabAndPress(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Tab')
  await expect(firstInContent).toBeFocused()
  await page.reload()
  await tabAndPress(page, button(page, 'Contact Us'))
  await tabAndType(page, field(page, 'Email'), 'a@club.example')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Contact Us')).toBeFocused()

  await page.reload()
  await tabAndPress(page, page.getByRole('link', { name: 'Sign In' }))
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeFocused()
  await tabAndType(page, field(page, 'Email'), demoEmail('newcomer'))
  await tabAndType(page, field(page, 'Password'), demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/content')
})

test('a fan joins, pays and tips with the keyboard, at twice the size [PAY-4, TIP-1]', async ({
  unlocked,
}) => {
  const page = unlocked
  await zoomed(page)
  const fan = newApplicant()
  await page.goto('/signup')
  await tabAndType(page, field(page, 'Email'), fan.email)
  await tabAndType(page, field(page, 'First Name'), fan.firstName)
  await tabAndType(page, field(page, 'Last Name'), fan.lastName)
  await tabAndType(page, field(page, 'Phone Number'), fan.phoneNumber)
  await tabAndType(page, field(page, 'Password'), fan.password)
  await tabAndType(page, field(page, 'Confirm Password'), fan.password)
  await tabAndPress(page, page.getByRole('checkbox'), 'Space')
  await tabAndPress(page, button(page, 'Continue to Payment'))

  await tabAndType(page, field(page, 'Card number'), cards.good)
  await tabAndType(page, field(page, 'Expiry date'), '1234')
  await tabAndType(page, field(page, 'CVC'), '123')
  await tabAndPress(page, page.getByRole('checkbox'), 'Space')
  await tabAndPress(page, payButton(page))
  await expect(page.getByRole('heading', { name: `Welcome back, ${fan.firstName}` })).toBeVisible()

  await tabAndPress(page, button(page, 'Send Tip to Creator'))
  const dialog = page.getByRole('dialog', { name: 'Send a Tip' })
  await tabAndType(page, dialog.getByLabel('Message (optional)'), 'By hand')
  await tabAndPress(page, dialog.getByRole('button', { name: /^Send/ }))
  await expect(page.getByRole('dialog', { name: 'Tip Sent!' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Send Tip to Creator')).toBeFocused()
})

test('a member reads, likes, comments, looks and watches with the keyboard, at twice the size [FEED-1]', async ({
  unlocked: page,
}) => {
  await zoomed(page)
  await becomeMember(page)
  await page.goto(titled('whitlock two watch'))
  const search = await page.getByLabel('Search posts').boundingBox()
  expect(search?.x, 'a margin beside the feed').toBeGreaterThanOrEqual(16)
  const watches = page.getByRole('article', { name: 'Two watches' })
  const picture = watches.getByRole('button', { name: /^Open picture/ })
  await tabAndPress(page, picture)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture).toBeFocused()
  await tabAndPress(page, watches.getByRole('button', { name: /^Like/ }), 'Space')
  await expect(watches.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')
  await tabAndPress(page, watches.getByRole('button', { name: /^Comments/ }))
  const words = `Seen without a pointer, ${Date.now()}`
  await tabAndType(page, boxOf(page), words)
  await tabAndPress(page, post(page))
  await expect(listed(page).filter({ hasText: words })).toBeVisible()

  await page.goto(titled('Level is on'))
  await tabAndPress(page, page.getByRole('button', { name: 'Play video: Level is on' }))
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0)

  await page.goto('/settings')
  const marketing = page.getByRole('switch', { name: /^Marketing/ })
  await tabAndPress(page, marketing, 'Space')
  await expect(marketing).toBeChecked()
})

test('the creator publishes from the desk, and an admin decides, with the keyboard [DESK-1, ADM-4]', async ({
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  await zoomed(creator)
  const title = `By hand ${Date.now()}`
  await creator.goto('/desk')
  await tabAndPress(creator, button(creator, 'New Draft'))
  await tabAndType(creator, creator.getByLabel('Title (optional)'), title)
  await tabAndType(creator, creator.getByLabel('Content'), 'Written without a pointer.')
  await expect(creator.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await tabAndPress(creator, button(creator, 'Publish Now'))
  await expect(creator.getByRole('article', { name: title })).toBeVisible()

  const admin = await signedInAs('admin')
  await zoomed(admin)
  await admin.goto('/admin/reports')
  await tabAndType(admin, admin.getByLabel('Search posts'), title)
  await admin.keyboard.press('Enter')
  const remove = button(admin, `Remove ${title}`)
  await tabAndPress(admin, remove)
  await expect(admin.getByRole('dialog', { name: 'Remove post' })).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await admin.keyboard.press('Enter')
  await tabAndPress(admin, admin.getByLabel('Which rule was broken?'), 'ArrowDown')
  await tabAndPress(admin, button(admin, 'Remove Post'))
  await announced(admin, 'Post Removed')
})
