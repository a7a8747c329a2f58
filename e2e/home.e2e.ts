import { expect, test } from './club.ts'

const cards = {
  content: '/content',
  inbox: '/inbox',
  profile: '/profile',
  analytics: '/analytics',
  settings: '/settings',
  received: '/tips-received',
  mine: '/my-tips',
}

for (const { key, title, text, ways } of [
  {
    key: 'creator',
    title: 'Welcome back, Sam',
    text: /Publish something new/,
    ways: [cards.content, cards.inbox, cards.received, cards.profile, cards.analytics, cards.settings],
  },
  {
    key: 'admin',
    title: 'Welcome, Ada',
    text: /looking after this community/,
    ways: [cards.content, cards.received, cards.profile, cards.settings],
  },
  {
    key: 'member',
    title: 'Welcome back, Mina',
    text: /You are a Platinum member/,
    ways: [cards.content, cards.mine, cards.profile, cards.settings],
  },
] as const)
  test(`welcomes the ${key} with the ways on and the latest posts [HOME-1] @everywhere`, async ({
    signedInAs,
  }) => {
    const page = await signedInAs(key)
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(main).toContainText(text)
    const links = main.getByRole('list').first().getByRole('link')
    await expect(links.filter({ hasText: 'Premium Content' })).toBeVisible()
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(ways)
    const latest = page.getByRole('region', { name: 'Latest Posts' })
    await expect(latest.getByRole('listitem').first()).toBeVisible()
    await latest.getByRole('listitem').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/post\//)
  })
