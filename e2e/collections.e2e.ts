import { randomUUID } from 'node:crypto'
import { clubUrl, dismissToast, expect, type Page, test, toastOn } from './club.ts'
import { postIdOf, publish, publishPicture, withoutLive } from './club-posts.ts'
import { dragTo, isTouch, press } from './hands.ts'
import { becomeMember } from './people.ts'

const rows = (page: Page) => page.getByRole('list', { name: 'Posts in order' }).getByRole('listitem')

/** Makes a collection of these posts as the creator of `page`, who looks at it then. */
async function makeCollection(page: Page, title: string, posts: string[]) {
  await page.goto('/collections')
  await press(page, page.getByRole('button', { name: 'New Collection' }))
  const form = page.getByRole('dialog', { name: 'New Collection' })
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Description (optional)').fill('From the first minute to the last.')
  await press(page, form.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Members see a collection once it has a post.')).toBeVisible()
  const id = page.url().split('/').at(-1)!

  // The first post is put into it where posts are edited, the others over the API.
  const [first = '', ...others] = posts
  await page.goto(`/post/${first}`)
  await page.getByRole('button', { name: /^More for the post/ }).click()
  await page.getByRole('button', { name: 'Edit Files and More' }).click()
  await page.getByLabel('Tags').fill('Derby, ')
  await page.getByRole('group', { name: 'Collections' }).getByLabel(title).check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('link', { name: 'Derby' })).toBeVisible()
  const arranged = await page.request.put(`/api/collections/${id}/posts`, {
    data: { version: 2, postIds: [first, ...others] },
  })
  expect(arranged.status()).toBe(200)
  await page.goto(`/collections/${id}`)
  return `/collections/${id}`
}

test('puts posts in order, and leads members through them [COLL-1, COLL-3, COLL-5, PIN-1] @everywhere', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  const [title, about] = [`The derby ${randomUUID().slice(0, 8)}`, (n: number) => `Act ${n}`]
  const titles = [
    await publish(creator, about(1)),
    await publish(creator, about(2)),
    await publishPicture(creator, about(3)),
  ]
  const ids: string[] = []
  for (const each of titles) ids.push(await postIdOf(creator, each))
  const address = await makeCollection(creator, title, ids)
  await expect(rows(creator)).toContainText(titles)

  const [one, two, three] = titles
  const saving = creator.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().endsWith('/posts'),
  )
  await dragTo(creator, rows(creator).nth(0).locator('[aria-hidden]').first(), rows(creator).nth(2), 8)
  await expect(rows(creator)).toContainText([two!, three!, one!])
  expect((await saving).status()).toBe(200)
  await creator.reload()
  await expect(rows(creator)).toContainText([two!, three!, one!])
  const up = creator.getByRole('button', { name: `Move up: ${one}` })
  await press(creator, up)
  await expect(rows(creator)).toContainText([two!, one!, three!])
  await expect(up).toBeFocused()
  const edit = creator.getByRole('button', { name: 'Edit' })
  await expect(edit).toBeEnabled()
  await press(creator, edit)
  const cover = creator.getByRole('radio', { name: `The picture of ${three}` })
  await (isTouch() ? cover.tap() : cover.press('Space'))
  await press(creator, creator.getByRole('dialog').getByRole('button', { name: 'Save' }))
  await expect(creator.getByRole('dialog')).toHaveCount(0)

  await becomeMember(member)
  await withoutLive(member)
  // Where no post is on screen, which would count as seen.
  await member.goto('/content?bookmarked=yes')
  await press(member, member.getByRole('main').getByRole('link', { name: 'Collections' }))
  const card = member.getByRole('link', { name: title })
  await expect(card).toContainText('0 of 3 seen')
  await expect(card.locator('img')).toHaveJSProperty('complete', true)
  await press(member, card)
  await expect(member.getByText('From the first minute to the last.')).toBeVisible()
  await press(member, member.getByRole('link', { name: two }))
  const nav = member.getByRole('navigation', { name: 'Collection' })
  await expect(nav).toContainText(`1 of 3 in ${title}`)
  await expect(nav.getByRole('link', { name: /^Previous/ })).toHaveCount(0)
  await press(member, nav.getByRole('link', { name: /^Next/ }))
  await expect(nav).toContainText(`2 of 3 in ${title}`)
  await press(member, nav.getByRole('link', { name: /^Previous/ }))
  await expect(nav).toContainText(`1 of 3 in ${title}`)
  // A post that stays on screen counts as seen.
  const seen = async () => (await (await member.request.get(`/api${address}`)).json()).seen
  await expect.poll(seen).toBeGreaterThan(0)
  await member.goto(address)
  await expect(member.getByText(/[12] of 3 seen/)).toBeVisible()

  await creator.goto(`/post/${ids[1]}`)
  await press(creator, creator.getByRole('button', { name: /^More for the post/ }))
  await creator.getByRole('button', { name: 'Pin Above the Feed' }).click()
  await expect(toastOn(creator)).toContainText('Pinned above the feed')
  await member.goto('/content')
  const pinned = member.getByRole('region', { name: 'Pinned' }).getByRole('link', { name: titles[1] })
  await press(member, pinned)
  await expect(member.getByRole('article', { name: titles[1] })).toBeVisible()
  await dismissToast(creator)
  await press(creator, creator.getByRole('button', { name: /^More for the post/ }))
  await creator.getByRole('button', { name: 'Unpin' }).click()
  await expect(toastOn(creator)).toContainText('Unpinned')

  // The address of a collection stays with its posts, which say that it is gone.
  await creator.request.delete(`/api${address}`)
  await member.goto(`/post/${ids[0]}?collection=${address.split('/').at(-1)}`)
  await expect(member.getByText('The collection that the address names is not there any more.')).toBeVisible()
  await member.goto(new URL(address, clubUrl()).href)
  await expect(member.getByRole('heading', { name: 'This collection is not here' })).toBeVisible()
})
