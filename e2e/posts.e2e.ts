import { openLivePage, publish, titled, withoutLive } from './club-posts.ts'
import { expect, type Page, test, toastOn } from './club.ts'

const cards = (page: Page) => page.getByRole('article')
const feedList = (page: Page) => page.getByRole('feed')

async function searchFor(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Search posts' }).fill(text)
  await expect(page).toHaveURL((url) => (url.searchParams.get('search') ?? '') === text)
  await expect(feedList(page)).toHaveAttribute('aria-busy', 'false')
}

test('requests neither the session nor the posts, which come with the page [FEED-1, FRONT-5]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  // A live connection fetches the posts again.
  await page.routeWebSocket('**/ws', () => new Promise<never>(() => {}))
  const asked: string[] = []
  page.on('request', (request) => {
    const address = request.url().slice(new URL(request.url()).origin.length)
    if (/^\/api\/(auth|posts\?|feed)/.test(address)) asked.push(address)
  })
  await page.goto('/content')
  await expect(cards(page)).toHaveCount(5)
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
})

/** Runs in the page: waits for the first picture without a time limit. */
function waitWithoutEnd() {
  const wait = window.setTimeout
  const longer = (work: () => void, ms?: number) => wait(work, ms === 4000 ? 600_000 : ms)
  Object.assign(window, { setTimeout: longer })
}

test('shows the first picture before it loads the rest [FEED-1]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.addInitScript(waitWithoutEnd)
  const mayCome = Promise.withResolvers<void>()
  await page.route('**/media/**', async (route) => {
    await mayCome.promise
    await route.continue()
  })
  const asked: string[] = []
  const waits = /\/(toaster|offline-watch|comment-section|opened-media|post-actions|tip-dialog)-|\/ws$/
  const note = (address: string) => waits.test(address) && asked.push(address)
  page.on('request', (request) => void note(request.url()))
  page.on('websocket', (socket) => void note(socket.url()))
  const picture = page.waitForRequest('**/media/**')
  await page.goto('/content?search=Two%20watches')
  await picture
  await expect(page.getByRole('article', { name: 'Two watches' })).toBeVisible()
  expect(asked).toEqual([])
  mayCome.resolve()
  await expect(page.getByRole('button', { name: /^Open picture: Two wristwatches/ })).toBeVisible()
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(7)
})

/** Runs in the page: records who creates formatters of dates, numbers or names. */
function watchFormats() {
  const made: string[] = []
  Object.assign(window, { formatsMade: made })
  for (const name of ['DateTimeFormat', 'NumberFormat', 'DisplayNames'] as const)
    Object.assign(Intl, {
      [name]: new Proxy(Intl[name], {
        construct(target, options) {
          made.push(`${name} ${new Error(name).stack}`)
          return Reflect.construct(target, options)
        },
      }),
    })
}

test('loads no Intl formatter before the feed is shown [FEED-1]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.addInitScript(watchFormats)
  const tip = page.waitForResponse('**/tip-dialog-*.js')
  // Posts of the demo only; those of other tests may show a date.
  await page.goto('/content?search=the%20ball')
  await expect(cards(page)).toHaveCount(5)
  await tip
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => Reflect.get(window, 'formatsMade'))).toEqual([])
  await cards(page).first().locator('header time').hover()
  await expect(cards(page).first().locator('header time')).toHaveAttribute('title', /20\d\d/)
  expect(await page.evaluate(() => Reflect.get(window, 'formatsMade'))).toHaveLength(1)
})

test('searches titles, texts and the creator’s name, and goes back to the first page [FEED-2]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  await withoutLive(page)
  await page.goto('/content?page=2')
  await expect(feedList(page)).toHaveAccessibleName(/^Posts, page 2/)
  await searchFor(page, 'whitlock')
  await expect(page).toHaveURL('/content?search=whitlock')
  await expect(feedList(page)).toHaveAccessibleName(/^Posts, page 1/)
  await expect(cards(page)).toHaveCount(5)

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await searchFor(page, 'TWO WATCHES')
  await expect(page).not.toHaveURL(/page=/)
  await expect(page.getByRole('article', { name: 'Two watches' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Search posts' }).fill('no post says this')
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect(page).toHaveURL('/content')
  await expect(cards(page)).toHaveCount(5)
})

test('shows pictures, players, counts, the age and the verified creator [FEED-3]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  const kinds = [
    ['Two watches', 'img', 'Two wristwatches side by side that show nearly the same time.'],
    ['Level is on', 'group', 'Video: Level is on'],
    ['Four signals', 'group', 'Recording: Four signals'],
  ] as const
  for (const [title, role, name] of kinds) {
    await page.goto(`/content?search=${encodeURIComponent(title)}`)
    const card = page.getByRole('article', { name: title })
    await expect(card.getByRole(role, { name })).toBeVisible()
    await expect(card.getByText('Sam Whitlock')).toBeVisible()
    await expect(card.getByText('Verified')).toBeVisible()
    await expect(card.locator('header')).toContainText(/\d+[hd] ago|Just now/)
    await expect(card.getByRole('button', { name: /^Like \(\d+\)$/ })).toBeVisible()
    await expect(card.getByRole('button', { name: /^Comments \(\d+\)$/ })).toBeVisible()
  }
  await page.goto('/content?search=Two%20watches')
  const picture = page
    .getByRole('article', { name: 'Two watches' })
    .getByRole('img', { name: /^Two wristwatches/ })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  await page.goto('/content?search=Level%20is%20on')
  const video = page.locator('video')
  await page.getByRole('button', { name: 'Play video: Level is on' }).click()
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime)).toBeGreaterThan(0)
})

test('shows an upgrade card instead of the feed to people without access [FEED-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('lapsed')
  await page.goto('/content')
  await expect(page.getByRole('heading', { name: 'Upgrade to Platinum' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Re-subscribe Now' })).toHaveAttribute(
    'href',
    '/subscribe',
  )
  await expect(cards(page)).toHaveCount(0)
})

test('lets the creator and admins edit a post and keeps the text on failure [FEED-4]', async ({
  signedInAs,
}) => {
  const [creator, admin, member] = [
    await signedInAs('creator'),
    await signedInAs('admin'),
    await signedInAs('member'),
  ]
  const title = await publish(creator, 'Draft of the match report')
  await creator.goto(titled(title))
  await creator.getByRole('article', { name: title }).getByRole('button', { name: 'Edit post' }).click()
  const dialog = creator.getByRole('dialog', { name: 'Edit Post' })
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await dialog.getByLabel('Content').fill('First half.\nSecond half: https://example.org/report')

  await creator.route('**/api/posts/*', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOn(creator)).toContainText('Failed to update post. Please try again.')
  await expect(dialog.getByLabel('Content')).toContainText('Second half')
  await creator.unrouteAll()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toHaveCount(0)
  const card = creator.getByRole('article', { name: title })
  await expect(card.getByText('Second half:')).toBeVisible()
  await expect(card.getByRole('link', { name: 'https://example.org/report' })).toBeVisible()

  await admin.goto(titled(title))
  await admin.getByRole('button', { name: 'Edit post' }).click()
  await admin.getByRole('dialog').getByLabel('Content').fill('Kept in order.')
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await expect(admin.getByRole('article').getByText('Kept in order.')).toBeVisible()

  await member.goto(titled(title))
  await expect(member.getByText('Kept in order.')).toBeVisible()
  await expect(member.getByRole('button', { name: /Edit post|Delete post/ })).toHaveCount(0)

  // The page of an edit: members see all of it when it is saved.
  await card.getByRole('button', { name: /^More for the post/ }).click()
  await creator.getByRole('button', { name: 'Edit Files and More' }).click()
  await expect(creator.getByRole('heading', { name: 'Edit Post' })).toBeVisible()
  await creator.getByLabel('Members can comment').uncheck()
  await creator.getByLabel(/^Made with AI/).check()
  await creator.getByRole('button', { name: 'Save Changes' }).click()
  await expect(member.getByText(/Edited .* · Made with AI/)).toBeVisible()
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(member.getByText('Comments are off for this post.')).toBeVisible()

  await expect(card.getByText('Comments are off for this post.')).toBeVisible()
  await card.getByRole('button', { name: /^More for the post/ }).click()
  await creator.getByRole('button', { name: 'Unpublish' }).click()
  await creator.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(member.getByRole('article')).toHaveCount(0)
  await creator.getByRole('button', { name: 'Publish Again' }).click()
  await expect(card).toBeVisible()
  await member.reload()
  await expect(member.getByText('Kept in order.')).toBeVisible()
})

test('deletes a post after a confirmation and shows a failure [FEED-4]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  const title = await publish(page, 'Soon gone')
  await page.goto(titled(title))
  const card = page.getByRole('article', { name: title })
  const ask = () => card.getByRole('button', { name: 'Delete post' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Post' })
  await ask()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(card).toBeVisible()

  await page.route('**/api/posts/*', (route) => route.fulfill({ status: 500, body: '' }))
  await ask()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOn(page)).toContainText('Failed to delete post. Please try again.')
  await expect(card).toBeVisible()
  await page.unrouteAll()

  await ask()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible()
})

test('shows a new post on request without a reload [FEED-1, LIVE-1]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  await openLivePage(member, '/content')
  await expect(cards(member).first()).toBeVisible()
  const title = await publish(creator, 'Extra time')
  const more = member.getByRole('button', { name: /new posts?$/ })
  await expect(more).toBeVisible()
  await expect(member.getByRole('article', { name: title })).toHaveCount(0)
  await member.setViewportSize({ width: 360, height: 740 })
  // The button covers nothing that is there before.
  await expect(async () => {
    const [button, field, card] = await Promise.all(
      [more, member.getByLabel('Search posts'), cards(member).first()].map((one) => one.boundingBox()),
    )
    expect(button?.y).toBeGreaterThanOrEqual((field?.y ?? Infinity) + (field?.height ?? 0))
    expect(card?.y).toBeGreaterThanOrEqual((button?.y ?? Infinity) + (button?.height ?? 0))
  }).toPass({ timeout: 60_000 })
  await more.click()
  await expect(member.getByRole('article', { name: title })).toBeVisible()
})
