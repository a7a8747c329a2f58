import { openLivePage, postIdOf, publish, titled, withoutLive } from './club-posts.ts'
import { clubUrl, expect, type Page, test, toastOn } from './club.ts'

const cards = (page: Page) => page.getByRole('article')

test('opens a post at its own address and returns to the same place [SYS-10]', async ({ signedInAs }) => {
  const [reader, creator] = [await signedInAs('member'), await signedInAs('creator')]
  await withoutLive(reader)
  await reader.goto('/content?page=2')
  await expect(reader.getByRole('feed')).toHaveAccessibleName(/^Posts, page 2/)
  const first = cards(reader).first()
  const name = await first.getByRole('heading', { level: 2 }).textContent()
  await first.locator('header').getByRole('link').last().click()
  await expect(reader).toHaveURL(/\/post\/[0-9a-f-]{36}$/)
  const address = reader.url()
  await expect(cards(reader)).toHaveCount(1)
  await expect(cards(reader)).toHaveAccessibleName(name ?? '')
  await expect(reader).toHaveTitle(`${name} · Touchline`)
  await expect(reader.getByRole('region', { name: 'Comments', exact: true })).toBeVisible()
  await reader.getByRole('link', { name: 'Back to the feed' }).click()
  await expect(reader).toHaveURL(/\/content\?page=2#post-/)
  await expect(reader.getByRole('article', { name: name ?? '' })).toBeFocused()

  // The link that members copy is this address.
  await reader.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await reader
    .getByRole('article', { name: name ?? '' })
    .getByRole('button', { name: 'Copy link' })
    .click()
  await expect(toastOn(reader)).toContainText('Link copied')
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toBe(address)

  // Its counts update live; when it is deleted, the page says so.
  const title = await publish(creator, 'Short-lived')
  await creator.goto(titled(title))
  await creator.getByRole('article', { name: title }).locator('header').getByRole('link').last().click()
  await expect(creator).toHaveURL(/\/post\//)
  const member = await signedInAs('member')
  await openLivePage(member, creator.url())
  await creator.getByRole('button', { name: 'Like (0)' }).click()
  await expect(member.getByRole('button', { name: 'Like (1)' })).toBeVisible()
  await creator.getByRole('button', { name: 'Delete post' }).click()
  await creator.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  for (const page of [creator, member])
    await expect(page.getByRole('heading', { name: 'This post is not here' })).toBeVisible()
  await member.goto('/post/no-such-post')
  await expect(member.getByRole('heading', { name: 'This post is not here' })).toBeVisible()
})

test('reveals nothing about a post that is not shared to viewers without access [SYS-10, T-MD-13, FRONT-2]', async ({
  signedInAs,
  request,
}) => {
  const [lapsed, creator] = [await signedInAs('lapsed'), await signedInAs('creator')]
  const title = await publish(creator, 'Members only')
  const postId = await postIdOf(creator, title)
  await creator.request.patch(`/api/posts/${postId}`, { data: { sharing: 'off' } })
  const pageAt = async (id: string) => {
    const answer = await request.get(`${clubUrl()}/post/${id}`)
    const html = (await answer.text()).replaceAll(id, 'ID')
    return {
      status: answer.status(),
      html: html.replaceAll(/nonce="[^"]*"|content="[A-Za-z0-9+/=]{24}"/g, ''),
    }
  }
  await expect.poll(async () => (await pageAt(postId)).status).toBe(404)
  const page = await pageAt(postId)
  expect(page).toEqual(await pageAt('0190b0d0-0000-7000-8000-000000000000'))
  expect(page.html).not.toContain(title)

  await lapsed.goto(`/post/${postId}`)
  await expect(lapsed.getByRole('heading', { name: 'Upgrade to Platinum' })).toBeVisible()
  await expect(lapsed).toHaveTitle('Post · Touchline')
  await expect(cards(lapsed)).toHaveCount(0)
})

test('highlights search matches, in links and accents too, never as HTML [FEED-2, FEED-6]', async ({
  signedInAs,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Élan <b>vital</b> elan')
  await member.goto(`/content?search=${encodeURIComponent('ELAN vit')}`)
  const heading = member.getByRole('heading', { name: title })
  await expect(heading.locator('mark')).toHaveText(['Élan', 'vit', 'elan'])
  await expect(heading).toHaveText(title)

  // Compare the rendered text: a layout may drop the space before a punctuation mark.
  await member.goto('/content?search=Whitlock')
  const name = member.getByRole('article').first().getByRole('link', { name: 'Sam Whitlock' })
  await expect(name.locator('mark')).toHaveText('Whitlock')
  await expect(name).toHaveText('Sam Whitlock', { useInnerText: true })
  const gap = await name.evaluate((link) => {
    const first = document.createRange()
    const text = link.querySelector('bdi')!.firstChild!
    first.setStart(text, 0)
    first.setEnd(text, 'Sam'.length)
    return link.querySelector('mark')!.getBoundingClientRect().left - first.getBoundingClientRect().right
  })
  expect(gap).toBeGreaterThan(2)
})
