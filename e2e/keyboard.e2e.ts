import { randomUUID } from 'node:crypto'
import { announcementsOn } from './announcements.ts'
import { postIdOf, publish, titled, withoutLive } from './club-posts.ts'
import { boxOf, listed, post, writeComment } from './comment-box.ts'
import { accessCode, demoEmail, demoPassword, expect, type Page, pressEscapeIn, toastOn } from './club.ts'
import { cards, newApplicant, payButton, test } from './joining.ts'
import { becomeMember } from './people.ts'
import { tabAndPress, tabAndType } from './tabbing.ts'
import { zoomProblems } from './zoom.ts'

/* Keyboard users at 200%: 640 by 400 remain of 1280 by 800. */
test.use({
  viewport: { width: 640, height: 400 },
  deviceScaleFactor: 2,
  contextOptions: { reducedMotion: 'reduce' },
})

const zoomed = (page: Page) => page.setViewportSize({ width: 640, height: 400 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Waits until a toast is announced in a live region that no dialog hides. */
async function announced(page: Page, said: string[], title: string) {
  await expect(toastOn(page)).toContainText(title)
  await expect.poll(() => said.join('\n')).toContain(title)
}

/** A new member comments, and the creator reports it, both over the API. Returns the comment. */
async function reportedWords(fan: Page, creator: Page): Promise<string> {
  await becomeMember(fan)
  const said = `Off the ball ${randomUUID()}`
  const postId = await postIdOf(creator, await publish(creator, 'Reported below'))
  const subjectId = await writeComment(fan, postId, { content: said })
  const data = { kind: 'comment', subjectId, rule: 'respect' }
  expect((await creator.request.post('/api/reports', { data })).status()).toBe(201)
  return said
}

/** Tabs through the controls of a playing video. */
async function steerVideo(page: Page) {
  const film = page.locator('video')
  const stateOf = (part: 'time' | 'volume' | 'speed') =>
    film.evaluate(
      (media: HTMLVideoElement, asked) =>
        ({ time: media.currentTime, volume: media.volume, speed: media.playbackRate })[asked],
      part,
    )
  await expect(button(page, 'Pause')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Play')).toBeFocused()
  await tabAndPress(page, page.getByRole('slider', { name: 'Volume' }), 'ArrowDown')
  await expect.poll(() => stateOf('volume')).toBeCloseTo(0.95)
  await tabAndPress(page, button(page, 'Settings'))
  await expect(button(page, 'Close settings')).toBeFocused()
  await tabAndPress(page, page.getByLabel('Speed'), 'ArrowDown')
  await expect.poll(() => stateOf('speed')).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Settings')).toBeFocused()
  await tabAndPress(page, button(page, 'Full screen'))
  await expect(button(page, 'Exit full screen')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Full screen')).toBeFocused()
  await tabAndPress(page, page.getByRole('slider', { name: 'Seek' }), 'Home', 'Shift+Tab')
  await expect.poll(() => stateOf('time')).toBe(0)
}

test('lets a visitor pass the gate and sign in by keyboard at 200% [GATE-2, LOGIN-1]', async ({ page }) => {
  const said = await announcementsOn(page)
  await page.goto('/')
  await tabAndType(page, page.getByPlaceholder('Enter access code...'), accessCode)
  await page.keyboard.press('Enter')
  await announced(page, said, 'Welcome!')
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()

  await page.reload()
  const firstInContent = page.getByRole('link', { name: /^Subscribe for/ })
  await expect(firstInContent).toBeVisible()
  await tabAndPress(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Tab')
  await expect(firstInContent).toBeFocused()
  expect(await zoomProblems(page)).toEqual([])
  await page.reload()
  await tabAndPress(page, button(page, 'Contact Us'))
  await tabAndType(page, field(page, 'Email'), 'a@club.example')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Contact Us')).toBeFocused()

  // After a reload the browser would continue from the end of the page.
  await page.goto('/terms')
  await page.goto('/')
  await tabAndPress(page, page.getByRole('link', { name: 'Sign In' }))
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeFocused()
  await tabAndType(page, field(page, 'Email'), demoEmail('newcomer'))
  await tabAndType(page, field(page, 'Password'), demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/content')
})

test('lets a fan join, pay and tip by keyboard at 200% [PAY-4, TIP-1]', async ({ unlocked }) => {
  const page = unlocked
  await withoutLive(page)
  await zoomed(page)
  const fan = newApplicant()
  await page.goto('/signup')
  await tabAndType(page, field(page, 'Email'), fan.email)
  await tabAndType(page, field(page, 'Password'), fan.password)
  await tabAndType(page, field(page, 'Confirm Password'), fan.password)
  await tabAndType(page, field(page, 'First Name'), fan.firstName)
  await tabAndType(page, field(page, 'Last Name'), fan.lastName)
  await tabAndType(page, field(page, 'Phone Number'), fan.phoneNumber)
  await tabAndPress(page, page.getByRole('checkbox'), 'Space')
  await tabAndPress(page, button(page, 'Continue to Payment'))

  await tabAndType(page, field(page, 'Card number'), cards.good)
  await tabAndType(page, field(page, 'Expiry date'), '1234')
  await tabAndType(page, field(page, 'CVC'), '123')
  await tabAndPress(page, page.getByRole('checkbox'), 'Space')
  await tabAndPress(page, payButton(page))
  await expect(page.getByRole('heading', { name: `Welcome, ${fan.firstName}` })).toBeVisible()

  await tabAndPress(page, button(page, 'Send Tip to Creator'))
  const dialog = page.getByRole('dialog', { name: 'Send a Tip' })
  await tabAndType(page, dialog.getByLabel('Message (optional)'), 'By hand')
  await tabAndPress(page, dialog.getByRole('button', { name: /^Send/ }))
  await pressEscapeIn(page, page.getByRole('dialog', { name: 'Tip Sent!' }))
  await expect(button(page, 'Send Tip to Creator')).toBeFocused()
})

test('lets a member read, like, comment and watch by keyboard at 200% [FEED-1, KEY-1]', async ({
  unlocked: page,
}) => {
  await withoutLive(page)
  await zoomed(page)
  const { password } = await becomeMember(page)
  const said = await announcementsOn(page)
  await page.goto(titled('whitlock two watch'))
  const search = await page.getByLabel('Search posts').boundingBox()
  expect(search?.x, 'a margin beside the feed').toBeGreaterThanOrEqual(16)
  const watches = page.getByRole('article', { name: 'Two watches' })
  const picture = watches.getByRole('button', { name: /^Open picture/ })
  await tabAndPress(page, picture)
  const lightbox = page.getByRole('dialog')
  await tabAndPress(page, lightbox.getByRole('button', { name: 'Actual size' }), 'Space')
  await tabAndPress(page, lightbox.getByRole('button', { name: 'Fit to screen' }))
  await tabAndPress(page, lightbox.getByRole('button', { name: 'Close' }))
  await expect(picture).toBeFocused()
  await tabAndPress(page, watches.getByRole('button', { name: /^Like/ }), 'Space')
  await expect(watches.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')
  await tabAndPress(page, watches.getByRole('button', { name: /^Comments/ }))
  const words = `Seen without a pointer, ${Date.now()}`
  await tabAndType(page, boxOf(page), words)
  await tabAndPress(page, post(page))
  await expect(listed(page).filter({ hasText: words })).toBeVisible()
  expect(await zoomProblems(page)).toEqual([])
  await watches.focus()
  await page.keyboard.press('l')
  await expect(watches.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('c')
  await expect(boxOf(page)).toBeFocused()

  await page.goto(titled('Level is on'))
  await tabAndPress(page, page.getByRole('button', { name: 'Play video: Level is on' }))
  await expect
    .poll(() => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime))
    .toBeGreaterThan(0)
  await steerVideo(page)

  await page.goto('/settings')
  const marketing = page.getByRole('switch', { name: /^Marketing/ })
  await tabAndPress(page, marketing, 'Space')
  await expect(marketing).toBeChecked()
  await tabAndPress(page, page.getByRole('link', { name: 'Change Password' }))
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeFocused()
  await tabAndType(page, field(page, 'Current password'), password)
  await tabAndType(page, field(page, 'New password'), 'second half')
  await tabAndType(page, field(page, 'Confirm new password'), 'second half')
  await page.keyboard.press('Enter')
  await announced(page, said, 'Password Changed')
})

test('lets the creator publish and an admin moderate by keyboard [DESK-1, ADM-4]', async ({
  signedInAs,
  unlocked: fan,
}) => {
  const creator = await signedInAs('creator')
  await withoutLive(creator)
  await zoomed(creator)
  const title = `By hand ${Date.now()}`
  const saidToCreator = await announcementsOn(creator)
  await creator.goto('/drafts')
  await tabAndPress(creator, button(creator, 'New Post'))
  await tabAndType(creator, creator.getByLabel('Title (optional)'), title)
  await tabAndType(creator, creator.getByLabel('Content'), 'Written without a pointer.')
  await expect(creator.getByText(/^Saved \d{1,2}:\d\d\s[AP]M$/)).toBeVisible()
  await tabAndPress(creator, button(creator, /^Publish to \d/))
  await expect(creator.getByRole('article', { name: title })).toBeVisible()

  const chosen = [
    { name: 'squad.txt', mimeType: 'text/plain', buffer: Buffer.from('Eleven names.') },
    { name: 'by-hand.png', mimeType: 'image/png', buffer: await creator.screenshot() },
  ]
  creator.on('filechooser', (chooser) => void chooser.setFiles(chosen.shift() ?? []))
  await creator.goto('/content')
  const opener = button(creator, 'Upload Content')
  await tabAndPress(creator, opener)
  const form = creator.getByRole('dialog', { name: 'Upload Content' })
  const file = form.getByLabel('Media file')
  await tabAndPress(creator, form.getByLabel('Content type'), 'i')
  await creator.keyboard.press('Tab')
  await expect(file).toBeFocused()
  await creator.keyboard.press('Enter')
  // A toast over a dialog is announced; Escape closes the toast only.
  await announced(creator, saidToCreator, 'Invalid File Type')
  await creator.keyboard.press('Escape')
  await expect(toastOn(creator)).toHaveCount(0)
  await expect(file).toBeFocused()
  await creator.keyboard.press('Enter')
  await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible()
  await tabAndType(creator, form.getByLabel('Title (optional)'), `${title}, seen`)
  await tabAndPress(creator, form.getByRole('button', { name: 'Publish', exact: true }))
  await expect(form).toHaveCount(0)
  await expect(toastOn(creator)).toHaveAttribute('data-toast', 'success')
  await expect(opener).toBeFocused()

  const said = await reportedWords(fan, creator)
  const admin = await signedInAs('admin')
  await zoomed(admin)
  const saidToAdmin = await announcementsOn(admin)
  await admin.goto('/admin/reports')
  await tabAndType(admin, admin.getByLabel('Search posts'), title)
  await admin.keyboard.press('Enter')
  const remove = button(admin, `Remove ${title}`)
  // The results replace the list, including the focused element.
  await expect(button(admin, new RegExp(`^Remove (?!${title})`))).toHaveCount(0)
  await tabAndPress(admin, remove)
  await pressEscapeIn(admin, admin.getByRole('dialog', { name: 'Remove post' }))
  await expect(remove).toBeFocused()
  await admin.keyboard.press('Enter')
  await tabAndPress(admin, admin.getByLabel('Which rule was broken?'), 'ArrowDown')
  await tabAndPress(admin, button(admin, 'Remove Post'))
  await announced(admin, saidToAdmin, 'Post Removed')
  // It covers the end of the page until it is dismissed.
  await admin.keyboard.press('Escape')
  await expect(toastOn(admin)).toHaveCount(0)

  const found = admin.getByRole('article').filter({ hasText: said })
  await tabAndPress(admin, found.getByRole('button', { name: 'Block Author' }))
  const ruling = admin.getByRole('dialog', { name: 'Remove and block' })
  await tabAndPress(admin, ruling.getByLabel('For how long?'), 'ArrowDown')
  await tabAndPress(admin, ruling.getByRole('button', { name: 'Block', exact: true }))
  await announced(admin, saidToAdmin, 'Decided')
  await expect(found).toHaveCount(0)
})
