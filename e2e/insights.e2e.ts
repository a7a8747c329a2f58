import { readFile } from 'node:fs/promises'
import { expect, type Page, runClockUntil, stopClock } from './club.ts'
import { columnOf, sumOf, toCents } from './half-year.ts'
import { test } from './joining.ts'
import { becomeMember, sendTip } from './people.ts'
import { resize } from './screen.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const trend = (page: Page, name: string) => page.getByRole('figure', { name })
const sideways = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) - page.viewportSize()!.width

test('shows figures with definitions and links to their rows [ANA-1, ANA-2, NAV-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  await page.goto('/analytics')
  await expect(heading(page, 'Analytics')).toBeVisible()
  await expect(page.getByText(/^Counted /)).toBeVisible()
  const names = ['Total Subscribers', 'Monthly Revenue', 'Total Posts', 'Total Likes']
  const more = ['Engagement Rate', 'New Subscribers This Month', 'Revenue per Subscriber']
  for (const name of [...names, ...more])
    await expect(page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })).toBeVisible()
  const means = page.getByText('Hearts on your posts that can be seen now.')
  await expect(means).toBeHidden()
  await page.getByLabel('What “Total Likes” means').click()
  await expect(means).toBeVisible()
  expect(await sideways(page)).toBe(0)

  await page.getByRole('link', { name: 'View details of Total Posts' }).click()
  await expect(heading(page, 'Posts')).toBeVisible()
  await expect(page).toHaveURL('/analytics/rows?figure=posts')
  await expect(page.getByRole('list', { name: 'Details' }).getByRole('listitem')).not.toHaveCount(0)
  expect(await sideways(page)).toBe(0)
  await page.getByRole('link', { name: 'All figures' }).click()
  await page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Revenue' }).click()
  await expect(heading(page, 'Revenue Reports')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Month by Month' })).toBeVisible()
  expect(await sideways(page)).toBe(0)
})

test('compares periods of the address, down to the rows, at 360 pixels [ANA-1, ANA-2]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/analytics')
  const periods = page.getByRole('navigation', { name: 'Period' })
  const tile = (name: string) =>
    page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('..')
  await expect(page.getByText(/^Counted /)).toBeVisible()
  const boxes = await Promise.all(
    ['Total Subscribers', 'Monthly Revenue'].map((name) => tile(name).boundingBox()),
  )
  expect(boxes[0]?.y, 'two figures in a row').toBe(boxes[1]?.y)
  expect(await sideways(page)).toBe(0)

  const change = tile('Total Subscribers').getByRole('link', { name: /members? of Total Subscribers$/ })
  // Other tests may join in between.
  await expect(async () => {
    await page.goto('/analytics')
    const moved = Number.parseInt((await change.textContent()) ?? '', 10)
    await change.click()
    await expect(page.getByText(/^(?:The newest )?\d+ (?:entry|entries): /)).toContainText(
      `: ${moved} in total`,
      { timeout: 10_000 },
    )
  }).toPass()
  await page.goBack()

  const details = tile('Monthly Revenue').getByRole('link', { name: 'View details of Monthly Revenue' })
  const thisMonth = (await details.getAttribute('href')) ?? ''
  await periods.getByRole('link', { name: 'Last month' }).click()
  await expect(page).toHaveURL('/analytics?period=last_month')
  await expect(periods.getByRole('link', { name: 'Last month' })).toHaveAttribute('aria-current', 'page')
  await expect(details).not.toHaveAttribute('href', thisMonth)
  const paid = await tile('Monthly Revenue').getByRole('definition').first().textContent()
  await details.click()
  const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')
  const csv = await (await page.request.get(file!)).text()
  expect(sumOf(columnOf(csv, /^Paid by members/))).toBe(toCents(paid ?? ''))
  await page.goBack()
  await expect(page).toHaveURL('/analytics?period=last_month')
  await page.goBack()
  await expect(page).toHaveURL('/analytics')
  await expect(periods.getByRole('link', { name: 'This month' })).toHaveAttribute('aria-current', 'page')
})

test('has one heading and one row of tabs for the analytics pages [ANA-1, REV-1, CAN-1, AUD-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  const tabs = page.getByRole('navigation', { name: 'Analytics' })
  await page.goto('/analytics')
  for (const width of [360, 1280]) {
    await resize(page, { width, height: 740 })
    const places = new Set<string>()
    for (const [tab, title] of [
      ['Revenue', 'Revenue Reports'],
      ['Posts', 'Content Analytics'],
      ['Audience', 'Audience Insights'],
      ['Overview', 'Analytics'],
    ] as const) {
      await tabs.getByRole('link', { name: tab }).click()
      await expect(heading(page, title)).toBeFocused()
      await expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
      const { x, y } = (await heading(page, title).boundingBox())!
      places.add(`${x} ${y}`)
      expect([title, await sideways(page)]).toEqual([title, 0])
    }
    expect([...places]).toHaveLength(1)
  }
  await page.goto('/audience-insights')
  const joined = page.getByRole('table', { name: 'Retention' }).getByRole('link', { name: /joined in/ })
  await expect(joined).not.toHaveCount(0)
  for (const link of await joined.all()) {
    const { width, height } = (await link.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  }
})

test('navigates a chart by arrow keys and shows it as a table [ANA-2, REV-1]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  await page.goto('/revenue-reports')
  const chart = trend(page, 'Six-Month Trend')
  const slider = chart.getByRole('slider', { name: 'Six-Month Trend' })
  const readOut = chart.getByRole('status')
  await expect(slider).toBeAttached()
  await chart.getByText('Show as table').click()
  const readRows = () =>
    chart
      .getByRole('row')
      .evaluateAll((all) => all.slice(1).map((row) => [...row.children].map((cell) => cell.textContent)))
  const rows = await readRows()
  expect(rows).toHaveLength(6)
  const said = ([month, paid, part]: (typeof rows)[number]) =>
    `${month}: Paid by members ${paid}, Your share ${part}`

  await slider.focus()
  // Payments of other tests change the current month.
  await expect(async () => {
    const text = await slider.getAttribute('aria-valuetext')
    expect(text).toBe(said((await readRows())[5]!))
  }).toPass()
  await page.keyboard.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', said(rows[4]!))
  await expect(readOut).toHaveText(new RegExp(`^${rows[4]![0]}`))
  await page.keyboard.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', said(rows[0]!))
  await page.keyboard.press('Tab')
  await expect(chart.getByRole('link', { name: `${rows[0]![0]} payments` })).toBeFocused()

  const box = (await chart.locator('svg').last().boundingBox())!
  await page.mouse.move(box.x + box.width * 0.99, box.y + box.height / 2)
  await expect(readOut).toHaveText(new RegExp(`^${rows[5]![0]}`))
})

test('prints the report in black on white without buttons [REV-1]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  await page.goto('/revenue-reports')
  await expect(trend(page, 'Six-Month Trend')).toBeVisible()
  const print = page.getByRole('button', { name: 'Print' })
  await expect(print).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  const first = await page.getByRole('complementary', { name: 'Rehearsal' }).boundingBox()
  expect(first?.y, 'room for the menu that is not printed').toBe(0)
  await expect(print).toBeHidden()
  await expect(page.getByRole('link', { name: 'Download CSV' })).toBeHidden()
  await expect(trend(page, 'Six-Month Trend').locator('circle').first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Month by Month' })).toBeVisible()
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body)
    return { backgroundColor, color }
  })
  expect(colours).toEqual({ backgroundColor: 'rgb(255, 255, 255)', color: 'rgb(0, 0, 0)' })
})

test('downloads a CSV file that matches the page [REV-1, PAYOUT-1]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  // Other tests may pay in between.
  await expect(async () => {
    await page.goto('/revenue-reports')
    const table = page.getByRole('table', { name: 'Month by Month' })
    await expect(table).toBeVisible()
    const total = table.getByRole('row', { name: /^Total/ }).getByRole('cell')
    const share = toCents((await total.nth(4).textContent()) ?? '')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(sumOf(columnOf(file, /^Your share/))).toBe(share)
  }).toPass()
})

test('shows the newest five tips and refreshes them [ANA-1]', async ({ signedInAs, visit }) => {
  const page = await signedInAs('creator')
  await page.goto('/analytics')
  const tips = page.getByRole('region', { name: 'Recent Tips' })
  await expect(tips.getByRole('listitem')).toHaveCount(5)
  await stopClock(page)
  const fan = await visit()
  await becomeMember(fan)
  const words = `For the floodlights ${Date.now()}`
  await sendTip(fan, words)
  const refreshed = page.waitForResponse('**/api/tips/received?*')
  await page.clock.fastForward(31_000)
  await refreshed
  // Other tests may send tips, too.
  await runClockUntil(page, () => expect(tips.getByText(words)).toBeVisible({ timeout: 1 }))
  await expect(tips.getByRole('listitem')).toHaveCount(5)
  await page.clock.resume()
  await tips.getByRole('link', { name: 'View All Tips' }).click()
  await expect(page).toHaveURL('/tips-received')
})
