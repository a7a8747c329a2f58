import { openLivePage, postIdOf, publish, withoutLive } from './club-posts.ts'
import { expect, test } from './club.ts'
import { writeComment } from './comment-box.ts'
import { becomeMember } from './people.ts'

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
  test(`welcomes the ${key} with the ways on and the latest posts [HOME-1]`, async ({ signedInAs }) => {
    const page = await signedInAs(key)
    await withoutLive(page)
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(main).toContainText(text)
    const links = main.getByRole('list').filter({ hasText: 'Premium Content' }).getByRole('link')
    await expect(links.filter({ hasText: 'Premium Content' })).toBeVisible()
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(ways)
    const latest = page.getByRole('region', { name: 'Latest Posts' })
    await expect(latest.getByRole('article')).toHaveCount(1)
    await latest.getByRole('listitem').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/post\//)
  })

test('shows the creator live what needs attention, with links [HOME-1, LIVE-1]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Anything for me?')
  const postId = await postIdOf(creator, title)
  await openLivePage(creator, '/')
  const today = creator.getByRole('region', { name: 'Today' })
  const waiting = today.getByRole('link', { name: /comments? to answer/i })
  const ask = () => writeComment(member, postId, { content: 'Was it a corner?' })
  // Other tests comment at the same time: compare with the server's current counts.
  const isTrue = () =>
    expect(async () => {
      const { comments } = await (await creator.request.get('/api/today')).json()
      await expect(waiting).toContainText(new RegExp(`^${comments.count}\\D`), { timeout: 500 })
    }).toPass()
  await ask()
  await isTrue()
  await ask()
  await isTrue()
  // A person who just joined is a new member.
  await expect(today.getByRole('link', { name: /new members?/i })).toContainText('in the last 7 days')
  await waiting.click()
  await expect(creator.getByRole('heading', { name: /^Inbox/ })).toBeVisible()
})

test('shows that list neither to an admin nor to a member [HOME-1]', async ({ signedInAs }) => {
  for (const key of ['admin', 'member'] as const) {
    const page = await signedInAs(key)
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Latest Posts' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0)
    expect((await page.request.get('/api/today')).status()).toBe(403)
  }
})
