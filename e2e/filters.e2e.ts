import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from './club.ts'
import { postIdOf, publish, publishPicture, withoutLive } from './club-posts.ts'
import { press } from './hands.ts'
import { becomeMember } from './people.ts'

const filters = (page: Page) => page.getByRole('dialog', { name: 'Filters' })
const articles = (page: Page) => page.getByRole('feed').getByRole('article')
const opener = (page: Page, count: number) =>
  page.getByRole('button', { name: count > 0 ? `Filters (${count})` : 'Filters', exact: true })

async function expectOnly(page: Page, title: string) {
  await expect(articles(page)).toHaveCount(1)
  await expect(articles(page)).toHaveAccessibleName(title)
}

async function choose(page: Page, group: string, name: string) {
  await press(
    page,
    filters(page).getByRole('region', { name: group }).getByRole('button', { name, exact: true }),
  )
}

test('combines filters with exact counts, a search, and the back button [FILTER-1, FILTER-2, FILTER-3] @everywhere', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  const tag = `Corner ${randomUUID().slice(0, 8)}`
  const titles = [await publish(creator, 'Short corner'), await publish(creator, 'Long corner')]
  titles.push(await publishPicture(creator, 'Corner flag'))
  const ids: string[] = []
  for (const title of titles) ids.push(await postIdOf(creator, title))
  for (const id of ids)
    expect((await creator.request.patch(`/api/posts/${id}`, { data: { tags: [tag] } })).status()).toBe(200)
  await becomeMember(member)
  // Two hearts, so that each count below says that the choice before it has been counted.
  for (const id of [ids[0], ids[2]]) await member.request.post(`/api/posts/${id}/like`)

  await withoutLive(member)
  await member.goto('/content')
  await press(member, opener(member, 0))
  await choose(member, 'Tag', `${tag} 3`)
  await expect(filters(member).getByRole('button', { name: 'Show 3 Posts' })).toBeVisible()
  const types = filters(member).getByRole('region', { name: 'Type' }).getByRole('listitem')
  await expect(types).toHaveText(['Pictures1', 'Texts2'])
  await choose(member, 'Type', 'Texts 2')
  await choose(member, 'Mine', 'Liked by me 1')
  await press(member, filters(member).getByRole('button', { name: 'Show 1 Post' }))
  await expect(filters(member)).toHaveCount(0)
  await expectOnly(member, titles[0]!)
  const address = new URL(member.url())
  expect(Object.fromEntries(address.searchParams)).toEqual({ tag, type: 'text', liked: 'yes' })

  // The address shows the same on another page; each choice is undone by the back button.
  const other = await member.context().newPage()
  await other.goto(address.href)
  await expectOnly(other, titles[0]!)
  await other.close()
  await member.goBack()
  await expect(articles(member)).toHaveCount(2)
  await member.goBack()
  await expect(articles(member)).toHaveCount(3)
  await expect(opener(member, 1)).toBeVisible()

  await member.getByLabel('Search posts').fill('long')
  await expectOnly(member, titles[1]!)
  await press(member, opener(member, 1))
  await expect(filters(member)).toContainText('Within the search for “long”.')
  await press(member, filters(member).getByRole('button', { name: 'Clear Filters' }))
  await member.keyboard.press('Escape')
  await expect(opener(member, 0)).toBeVisible()
  await expect(member.getByLabel('Search posts')).toHaveValue('long')

  // A collection that is gone, and a tag that no post has.
  await member.goto(`/content?collection=${randomUUID()}&tag=${'😀'.repeat(50)}`)
  await expect(member.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await press(member, member.getByRole('button', { name: 'Clear Filters' }))
  await expect(member).toHaveURL('/content')
  await expect(articles(member)).toHaveCount(5)
})
