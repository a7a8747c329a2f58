import { openAccountMenu } from './account-menu.ts'
import { dismissToast, expect, type Page, test, toastOn } from './club.ts'
import { moveTo, resize } from './screen.ts'
import { tabAndPress } from './tabbing.ts'

const mainNav = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

const people = [
  {
    key: 'creator',
    items: ['Home', 'Content', /^Inbox/, /^Tips Received/, 'Analytics', 'Payouts'],
    badge: 'Influencer',
    name: 'Sam',
  },
  {
    key: 'member',
    items: ['Home', 'Content', 'My Tips'],
    badge: 'Platinum',
    name: 'Mina',
  },
  {
    key: 'admin',
    items: ['Home', 'Content', 'Tips Received', 'Payouts', 'Admin Dashboard'],
    badge: 'Admin',
    name: 'Ada',
  },
  {
    key: 'newcomer',
    items: ['Home', 'Content', 'My Tips'],
    badge: null,
    name: 'Noor',
  },
] as const

async function expectMenu(page: Page, { key, items, badge, name }: (typeof people)[number]) {
  await expect(mainNav(page).getByRole('link')).toHaveText([...items])
  const bar = page.getByRole('banner')
  await expect(bar.getByText(name, { exact: true })).toBeVisible()
  if (key === 'creator') await expect(bar.getByRole('button', { name }).locator('img')).toBeVisible()
  else await expect(bar.getByText(name.charAt(0), { exact: true })).toBeVisible()
  for (const each of ['Influencer', 'Platinum', 'Admin'])
    await expect(bar.getByText(each, { exact: true })).toHaveCount(each === badge ? 1 : 0)
  await expect(bar.getByRole('button', { name: 'Tip', exact: true })).toHaveCount(key === 'member' ? 1 : 0)
  await expect(bar.getByRole('button', { name: 'New Post', exact: true })).toHaveCount(
    key === 'creator' ? 1 : 0,
  )
  await openAccountMenu(page)
  const own = page.getByRole('navigation', { name: 'Account' }).getByRole('link')
  await expect(own).toHaveText(
    key === 'newcomer' ? ['Profile', 'Settings'] : ['Profile', 'Settings', 'Saved Posts'],
  )
  await page.keyboard.press('Escape')
  await expect(own).toHaveCount(0)
}

/** Where the title is, the width of the page in its own fonts, and what the bars show outside the window. */
const frameOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const { left, top } = document.querySelector('#main h1')!.getBoundingClientRect()
    const cutOff = [
      ...document.querySelectorAll('header :is(a, button, span), .bottom-bar :is(a, button, span)'),
    ]
      .filter((item) => !item.closest('[popover]'))
      .map((item) => ({ item, box: item.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.left < 0 || box.right > window.innerWidth))
      .map(({ item, box }) => `${item.textContent}: ${box.left} to ${box.right} of ${window.innerWidth}`)
    return { title: `${left} ${top}`, width: document.documentElement.scrollWidth, cutOff }
  })

const widths = [320, 360, 768, 1023, 1024, 1091, 1152, 1280, 1920]

/** Pages of everyone signed in, by their titles. */
const commonPages = new Map<string, string | RegExp>([
  ['/', /Welcome/],
  ['/content', 'Premium Content'],
  ['/settings', 'Settings'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/rules', 'Community Rules'],
  ['/influencer-info', 'About the Influencer'],
])
/** Home, the pages of the role, and for members the pages that are the same for everyone. */
const framedPages: Partial<Record<string, string[]>> = {
  creator: ['/', '/drafts', '/analytics', '/payouts'],
  member: ['/', '/content', '/settings', '/terms', '/my-tips', '/saved', '/profile'],
  admin: ['/', '/admin', '/admin/books', '/payouts', '/tips-received'],
}

for (const person of people) {
  const { key } = person
  const framed = framedPages[key]
  if (!framed) {
    test(`shows the ${key} their menu, badge and name [NAV-1, NAV-2]`, async ({ signedInAs }) => {
      const page = await signedInAs(key)
      // The tip button loads after the page; without waiting, it would always be missing.
      await page.goto('/', { waitUntil: 'networkidle' })
      await expectMenu(page, person)
    })
    continue
  }
  test(`opens pages in one frame to the ${key}, and none of visitors [NAV-1, NAV-2, SYS-4]`, async ({
    signedInAs,
  }) => {
    const page = await signedInAs(key)
    const frames = new Map<number, string>()
    for (const address of framed) {
      await page.goto(address, { waitUntil: 'networkidle' })
      await expect(heading(page, commonPages.get(address) ?? /./)).toBeVisible()
      await expect(page).toHaveURL(address)
      if (address === '/') await expectMenu(page, person)
      for (const width of widths) {
        await resize(page, { width, height: 720 })
        // What differs by width is drawn again a moment after the window has changed.
        await expect.poll(async () => (await frameOf(page)).width, { message: address }).toBe(width)
        const frame = await frameOf(page)
        if (!frames.has(width)) frames.set(width, frame.title)
        expect({ address, ...frame }).toEqual({ address, title: frames.get(width), width, cutOff: [] })
      }
    }
    for (const [address, title] of commonPages) {
      await moveTo(page, address)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveURL(address)
    }
    for (const address of ['/api/login', '/login', '/signup', '/payment', '/forgot-password']) {
      await (address === '/api/login' ? page.goto(address) : moveTo(page, address))
      await expect(page).toHaveURL('/')
      await expect(heading(page, /Welcome/)).toBeVisible()
    }
  })
}

test('links signed-in people to support and the legal texts [NAV-1, LAND-7]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  await page.goto('/settings')
  const foot = page.getByRole('navigation', { name: 'Footer' })
  for (const [label, path] of [
    ['About the Influencer', '/influencer-info'],
    ['Terms of Service', '/terms'],
    ['Privacy Policy', '/privacy'],
    ['Community Rules', '/rules'],
  ]) {
    await foot.getByRole('link', { name: label! }).click()
    await expect(page).toHaveURL(path!)
    await expect(heading(page, label!)).toBeVisible()
  }
  await foot.getByRole('button', { name: 'Contact Us' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Us' })
  await expect(dialog.getByLabel('Email')).toHaveValue('member@touchline.example')
  await expect(dialog.getByLabel('Name')).toHaveValue(/^Mina/)
})

test('stays at the top, marks the page, also in forced colors, and switches the theme [NAV-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  const current = mainNav(page).locator('[aria-current="page"]')
  await page.goto('/')
  await expect(current).toHaveText(['Home'])
  await mainNav(page).getByRole('link', { name: 'Content' }).click()
  await expect(page).toHaveURL('/content')
  await expect(current).toHaveText(['Content'])
  await page.goto('/content?page=2')
  await expect(current).toHaveText(['Content'])

  await expect(page.getByRole('article').first()).toBeVisible()
  await page.mouse.wheel(0, 1200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(600)
  await expect(mainNav(page)).toBeInViewport({ ratio: 1 })

  const html = page.locator('html')
  await page.goto('/')
  await expect(html).toHaveAttribute('data-theme', 'light')
  await openAccountMenu(page)
  const dark = page.getByRole('button', { name: 'Dark theme' })
  await tabAndPress(page, dark)
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(current).toHaveText(['Home'])
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await openAccountMenu(page)
  await tabAndPress(page, page.getByRole('button', { name: 'Theme of the device' }))
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-theme', 'dark')

  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  const colors = await current
    .locator('span > span')
    .evaluate((item) => [item, document.body].map((each) => getComputedStyle(each).backgroundColor))
  expect(colors[0]).not.toBe(colors[1])
  expect(colors[0]).not.toBe('rgba(0, 0, 0, 0)')
})

test('shows the menu, the email address, Send Tip and Logout in a drawer [NAV-3] @phone', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  await page.goto('/')
  await expect(mainNav(page)).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link')).toHaveText([
    'Home',
    'Content',
    'My Tips',
    'Profile',
    'Settings',
    'Saved Posts',
    'About the Influencer',
    'Terms of Service',
    'Privacy Policy',
    'Community Rules',
  ])
  await expect(drawer.locator('[aria-current="page"]')).toHaveText(['Home'])
  await expect(drawer.getByText('member@touchline.example')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Logout' })).toBeVisible()

  await drawer.getByRole('link', { name: 'Content' }).click()
  await expect(page).toHaveURL('/content')
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: 'Open menu' }).click()
  await drawer.getByRole('link', { name: 'Saved Posts' }).click()
  await expect(heading(page, 'Saved Posts')).toBeVisible()
  await expect(drawer).toHaveCount(0)

  await page.getByRole('button', { name: 'Open menu' }).click()
  await drawer.getByRole('button', { name: 'Send Tip' }).click()
  await expect(drawer).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: /tip/i })).toBeVisible()
})

test('starts a post and opens the inbox from the tabs of a phone [NAV-3] @phone', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  await page.goto('/')
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: /^Inbox/ }).click()
  await expect(heading(page, /^Inbox/)).toBeVisible()
  await expect(tabs.locator('[aria-current="page"]')).toHaveText(/^Inbox/)
  await tabs.getByRole('button', { name: 'New Post', exact: true }).click()
  await expect(page).toHaveURL(/\/drafts\/.+/)
  await expect(page.getByLabel('Title')).toBeVisible()
})

test('lists every page beside the pages of an admin [ADM-1] @everywhere', async ({ signedInAs }) => {
  const page = await signedInAs('admin')
  await page.goto('/admin')
  const list = page.getByRole('navigation', { name: 'Admin' })
  const folded = list.locator('summary')
  await expect(heading(page, 'Admin Dashboard')).toBeVisible()
  const open = async (name: string) => {
    if (await folded.isVisible()) await folded.click()
    await list.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
  }
  for (const [link, title] of [
    ['Audit Log', 'Audit Log'],
    ['Books', 'Books'],
    ['People', 'Admin Dashboard'],
    ['Health', 'Health'],
    ['Overview', 'Admin Dashboard'],
  ] as const) {
    await open(link)
    await expect(heading(page, title)).toBeVisible()
    if (await folded.isVisible()) await expect(folded).toHaveText(link)
    else await expect(list.locator('[aria-current="page"]:visible')).toHaveText(link)
  }
})

test('logs out from the drawer [NAV-3] @phone', async ({ freshlySignedInAs }) => {
  const page = await freshlySignedInAs('creator')
  await page.goto('/content')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('button', { name: 'Send Tip' })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('shows a spinner until the session is known [SYS-1]', async ({ signedInAs }) => {
  const page = await signedInAs('member')
  // The data of a page from the browser's cache would be outdated.
  await page.addInitScript(() => Object.assign(performance, { getEntriesByType: () => [] }))
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/auth/user', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.goto('/my-tips')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(0)
  answer()
  await expect(heading(page, 'My Tips')).toBeVisible()
})

test('returns a person who signed in elsewhere to the requested page [SYS-4]', async ({
  freshlySignedInAs,
}) => {
  const page = await freshlySignedInAs('member')
  await page.goto('/')
  await page.evaluate(() => sessionStorage.setItem('returnPath', '/my-tips'))
  await page.goto('/login')
  await expect(heading(page, 'My Tips')).toBeVisible()
  await expect(page).toHaveURL('/my-tips')
})

type Person = 'member' | 'creator' | 'admin'

const denied = 'Access Denied'
/** Pages that send people of these roles home, with a message or without. */
const closedPages: { to: Person[]; words: string | null; addresses: string[] }[] = [
  { to: ['member', 'creator'], words: denied, addresses: ['/admin'] },
  {
    to: ['member', 'admin'],
    words: denied,
    addresses: [
      '/analytics',
      '/analytics/rows?figure=posts',
      '/revenue-reports',
      '/content-analytics',
      '/audience-insights',
      '/promo-test',
    ],
  },
  {
    to: ['member'],
    words: 'Only creators and admins can access this page.',
    addresses: ['/block-users'],
  },
  { to: ['member'], words: null, addresses: ['/tips-received', '/payouts', '/admin/rehearsal'] },
  { to: ['member', 'admin'], words: null, addresses: ['/inbox'] },
  { to: ['creator', 'admin'], words: null, addresses: ['/my-tips'] },
  { to: ['creator'], words: null, addresses: ['/admin/reports', '/admin/support'] },
]

for (const key of ['member', 'creator', 'admin'] as const)
  test(`sends the ${key} home from pages of other roles [SYS-5, ROLE-1, ADM-1, BLK-1, TREC-5, MYT-2]`, async ({
    signedInAs,
  }) => {
    const page = await signedInAs(key)
    for (const { addresses, words } of closedPages.filter(({ to }) => to.includes(key)))
      for (const [index, address] of addresses.entries()) {
        await (index === 0 ? page.goto(address) : moveTo(page, address))
        await expect(page).toHaveURL('/')
        await expect(heading(page, /Welcome/)).toBeVisible()
        if (!words) continue
        await expect(toastOn(page)).toContainText(words)
        await dismissToast(page)
      }
  })

test('offers the tip on the home page of a phone: by width up to 768 or by name [SYS-13, HOME-3]', async ({
  signedInAs,
  browser,
}) => {
  const page = await signedInAs('member')
  const tip = page.getByRole('button', { name: 'Send Tip to Creator' })
  await page.setViewportSize({ width: 769, height: 800 })
  await page.goto('/')
  await expect(heading(page, /Welcome/)).toBeVisible()
  await expect(tip).toHaveCount(0)
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(tip).toBeVisible()

  const iPhone = await browser.newContext({
    storageState: await page.context().storageState(),
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15',
  })
  await iPhone.addInitScript(() => sessionStorage.setItem('unlocked', 'true'))
  const wide = await iPhone.newPage()
  await wide.goto('/')
  await expect(wide.getByRole('button', { name: 'Send Tip to Creator' })).toBeVisible()
  await iPhone.close()
})
