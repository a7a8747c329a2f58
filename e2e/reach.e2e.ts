import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Audience } from '../contract/src/audience.ts'
import type { PostMembers } from '../contract/src/reach.ts'
import { hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, type Page, toastOn } from './club.ts'
import { openLivePage, postIdOf, publish, titled } from './club-posts.ts'
import { videoTime, playerButton, publishVideo, startVideo } from './films.ts'
import { sumOf } from './half-year.ts'
import { cards, test } from './joining.ts'
import { becomeMember } from './people.ts'

/** The row that begins with this name. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const cellsOf = async (page: Page, name: string) =>
  (await rowOf(page, name).getByRole('cell').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  )

async function readMembers({ request }: Page, id: string): Promise<PostMembers> {
  return (await request.get(`/api/analytics/content/${id}/members`)).json()
}

test('the creator sees the reach of a post and its members [CAN-1, ROLE-1]', async ({
  signedInAs,
  visit,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Reach')
  const member = await visit()
  const { firstName, lastName } = await becomeMember(member, cards.good, { lastName: 'Reader' })
  const seen = member.waitForRequest('**/api/post-views')
  await openLivePage(member, titled(title))
  await member.getByRole('article').getByRole('button', { name: /^Like/ }).click()
  await seen
  // Other tests publish and read: it need not be among the newest, nor seen by one member only.
  const id = await postIdOf(creator, title)
  // The server aggregates every minute.
  await expect.poll(async () => (await readMembers(creator, id)).post.reached ?? 0).toBeGreaterThan(0)

  await creator.goto('/analytics')
  await creator.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Posts' }).click()
  await expect(creator.getByRole('heading', { name: 'Content Analytics', level: 1 })).toBeVisible()
  // The newest ten first, then more on demand.
  await expect(creator.getByRole('rowheader')).toHaveCount(10)
  await expect(async () => {
    const { post } = await readMembers(creator, id)
    await creator.reload()
    await expect(async () => {
      if (!(await rowOf(creator, title).isVisible()))
        await creator.getByRole('button', { name: /more/i }).click()
      await expect(rowOf(creator, title)).toContainText('High', { timeout: 1000 })
    }).toPass()
    const cells = await cellsOf(creator, title)
    expect(
      cells.map((cell) => cell.replace(/^(Views|Likes|Comments|Engagement|Members reached|Watched) /, '')),
    ).toEqual([
      `${post.views}`,
      '1',
      '0',
      `${(100 / post.views).toFixed(1)}% High`,
      expect.stringMatching(new RegExp(String.raw`^${post.reached} of \d+$`)),
      expect.stringContaining('Does not play'),
    ])
  }).toPass()

  await creator.getByText('What these columns count').click()
  await expect(creator.getByText('Likes and comments per hundred views.', { exact: false })).toBeVisible()
  await creator.getByRole('link', { name: title }).click()
  await expect(creator.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  const reached = rowOf(creator, `${firstName} ${lastName}`)
  await expect(reached).toContainText('Yes')
  await creator.getByLabel('What “Members reached” means').click()
  await expect(creator.getByText('Members who have seen it on any day', { exact: false })).toBeVisible()
  await creator.getByRole('link', { name: 'All posts' }).click()

  const [download] = await Promise.all([
    creator.waitForEvent('download'),
    creator.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    new RegExp(String.raw`"${title}","text",\d+,1,0,[\d.]+,\d+,\d+,`),
  )
})

test('the creator sees how long a member watched [CAN-1, PLAY-1]', async ({ signedInAs, visit }) => {
  test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')
  const creator = await signedInAs('creator')
  const short = await readFile(join(import.meta.dirname, '../content/demo/level-is-on.mp4'))
  const title = `Watched ${Date.now()}`
  const { id, address } = await publishVideo(creator, short, {
    title,
    isDone: ({ status }) => status === 'ready',
  })
  const member = await visit()
  const { firstName, lastName } = await becomeMember(member, cards.good, { lastName: 'Watcher' })
  let reports = 0
  member.on('requestfinished', (request) => {
    if (request.url().endsWith(`/api/posts/${id}/watch`)) reports += 1
  })
  await member.goto(address)
  await startVideo(member, title)
  await expect.poll(() => videoTime(member)).toBeGreaterThan(2.2)
  await member.keyboard.press('k')
  await expect(playerButton(member, 'Play')).toBeVisible()
  // One report of the start, one of the time played.
  await expect.poll(() => reports).toBeGreaterThanOrEqual(2)

  const watched = async () => {
    const { post, people } = await readMembers(creator, id)
    // Members of other tests see the post in their feeds.
    const watcher = people.find(({ person }) => person.lastName === lastName)
    // A member's time shows at once, the sum after the next aggregation.
    return post.watchedSeconds === watcher?.watchedSeconds ? post.watchedSeconds : null
  }
  await expect(async () => {
    const seconds = await watched()
    expect(seconds).toBeGreaterThan(0)
    await creator.goto(`/content-analytics/${id}`)
    const row = rowOf(creator, `${firstName} ${lastName}`)
    await expect(row).toContainText(`${seconds} s`, { timeout: 10_000 })
  }).toPass()
})

test('a member gives and removes answers, and the creator sees groups only [AUD-1, PROF-1]', async ({
  signedInAs,
  visit,
}) => {
  const member = await visit()
  await becomeMember(member)
  await member.goto('/profile')
  const section = member.getByRole('region', { name: 'For the Club’s Statistics' })
  await expect(section.getByText('groups of 5 members or more', { exact: false })).toBeVisible()
  await expect(section.getByLabel('Age group')).toHaveValue('')
  await expect(section.getByLabel('Country')).toHaveValue('')
  await section.getByLabel('Age group').selectOption('25-34')
  await section.getByLabel('Country').selectOption('Ireland')
  await section.getByRole('button', { name: 'Save Answers' }).click()
  await expect(toastOn(member)).toContainText('Your answers are saved.')
  await member.reload()
  await expect(section.getByLabel('Country')).toHaveValue('IE')
  await section.getByLabel('Age group').selectOption('Rather not say')
  await section.getByLabel('Country').selectOption('Rather not say')
  await section.getByRole('button', { name: 'Save Answers' }).click()
  await expect(toastOn(member)).toContainText('Your answers were removed.')

  const creator = await signedInAs('creator')
  await creator.goto('/audience-insights')
  await expect(creator.getByRole('heading', { name: 'Audience Insights', level: 1 })).toBeVisible()
  const age = creator.getByRole('region', { name: 'Age', exact: true })
  await expect(
    age
      .getByText(/^\d+ of \d+ members had answered by /)
      .or(age.getByText('Not enough data yet', { exact: false })),
  ).toBeVisible()
  await creator.getByLabel('What “Location” means').click()
  const location = creator.getByRole('region', { name: 'Location', exact: true })
  await expect(location.getByText('Answering is voluntary.', { exact: false })).toBeVisible()
})

test('the audience shows answers in groups of five or more, and activity [AUD-1]', async ({ signedInAs }) => {
  const creator = await signedInAs('creator')
  const { timeZone } = await creator.evaluate(() => Intl.DateTimeFormat().resolvedOptions())
  const address = `/api/analytics/audience?timeZone=${encodeURIComponent(timeZone)}`
  const strip = creator.getByRole('table', { name: 'Actions by hour of the week' })
  const country = new Intl.DisplayNames('en', { type: 'region' })
  // Retry until page and response are of the same minute, because other tests are active.
  await expect(async () => {
    await creator.goto('/audience-insights')
    await expect(strip).toBeVisible()
    const hours = (await strip.getByRole('cell').allTextContents()).map(Number)
    const { ages, countries, activity }: Audience = await (await creator.request.get(address)).json()
    expect(hours).toEqual(activity.hours?.flat())
    expect(sumOf(hours)).toBe(activity.actions)
    for (const [name, spread, nameOf] of [
      ['Age', ages, (key: string) => key],
      ['Location', countries, (key: string) => country.of(key)],
    ] as const) {
      const { groups, others, answered } = spread!
      for (const { count } of groups) expect(count).toBeGreaterThanOrEqual(5)
      const rows = creator.getByRole('region', { name, exact: true }).getByRole('row')
      const shown = (await rows.allInnerTexts()).slice(1).map((text) => text.split(/\s*\t\s*|\n/))
      expect(shown.map((cells) => cells.slice(0, 2).join(' ')).toSorted()).toEqual(
        groups
          .map(({ key, count }) => `${nameOf(key)} ${count}`)
          .concat(others > 0 ? `Others ${others}` : [])
          .toSorted(),
      )
      expect(sumOf([others, ...groups.map(({ count }) => count)])).toBe(answered)
    }
  }).toPass()

  // Hours differ by tint, which stays in forced colours.
  const tints = () =>
    strip
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor))
  const before = await tints()
  await creator.emulateMedia({ forcedColors: 'active' })
  expect(await tints()).toEqual(before)
})
