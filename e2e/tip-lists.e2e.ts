import { randomUUID } from 'node:crypto'
import { expect, type Page, runClockUntil, stopClock, pageTime, toastOn } from './club.ts'
import { test } from './joining.ts'
import { becomeLapsed, becomeMember, signInNewcomer, sendTip } from './people.ts'

const search = (page: Page) => page.getByPlaceholder('Search by message or amount...')
const filter = (page: Page) => page.getByLabel('Filter tips')
const cardsOn = (page: Page) => page.getByRole('main').getByRole('article')
const more = (page: Page) => page.getByRole('button', { name: 'Load More Tips' })

test('lists the tips received, page by page, searched and sorted by the server [TREC-1, TREC-3]', async ({
  visit,
  signedInAs,
}) => {
  const fan = await visit()
  await becomeMember(fan)
  const word = randomUUID()
  for (let number = 1; number <= 12; number += 1) await sendTip(fan, `${word} number ${number}.`)

  const page = await signedInAs('creator')
  await page.goto('/tips-received')
  await expect(page.getByRole('heading', { name: 'Tips Received', level: 1 })).toBeVisible()
  await expect(page.getByText(/^\d+ tips received$/)).toBeVisible()
  await expect(page.getByText(/^Showing 10 of \d+ tips$/)).toBeVisible()
  await expect(filter(page).getByRole('option')).toHaveText([
    'Most Recent',
    'Latest First',
    'All Tips (Sequential)',
  ])

  await search(page).fill(word)
  await expect(page.getByText(`Showing 10 of 12 tips matching “${word}”`)).toBeVisible()
  await expect(cardsOn(page).first()).toContainText('number 12.')
  await more(page).click()
  await expect(page.getByText(`Showing 12 of 12 tips matching “${word}”`)).toBeVisible()
  await expect(cardsOn(page)).toHaveCount(12)
  await expect(more(page)).toHaveCount(0)

  await filter(page).selectOption('All Tips (Sequential)')
  await expect(cardsOn(page).first()).toContainText('number 1.')
  await expect(cardsOn(page)).toHaveCount(10)
  await filter(page).selectOption('Latest First')
  await expect(cardsOn(page).first()).toContainText('number 12.')
  await filter(page).selectOption('Most Recent')
  await expect(filter(page)).toHaveValue('most_recent')
  await expect(page).not.toHaveURL(/filter=/)

  await search(page).fill(`${word} number 7.`)
  await expect(cardsOn(page)).toHaveCount(1)
  await search(page).fill(`no one wrote this ${word}`)
  await expect(page.getByRole('heading', { name: 'No tips found' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear Search' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page.getByText(/^Showing 10 of \d+ tips$/)).toBeVisible()
})

test('shows an empty state without tips [TREC-1, TREC-3]', async ({ signedInAs }) => {
  const page = await signedInAs('creator')
  await page.route('**/api/tips/received?*', (route) =>
    route.fulfill({ json: { tips: [], hasMore: false, total: 0 } }),
  )
  await page.goto('/tips-received')
  await expect(page.getByText('No tips received yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No tips yet' })).toBeVisible()
  await expect(more(page)).toHaveCount(0)
})

test('acknowledges a tip once and reports a failure [TREC-2, TREC-4]', async ({ visit, signedInAs }) => {
  const fan = await visit()
  await becomeMember(fan)
  const word = randomUUID()
  await sendTip(fan, word)
  const page = await signedInAs('creator')
  await page.goto(`/tips-received?search=${word}`)
  const tip = cardsOn(page)
  for (const text of ['Nora Newcomer', '$5.00', `“${word}”`, 'Completed'])
    await expect(tip).toContainText(text)
  await expect(tip.getByRole('time')).toBeVisible()
  await expect(tip.getByText('Acknowledged')).toHaveCount(0)

  await page.route('**/acknowledge', (route) => route.abort(), { times: 1 })
  await tip.getByRole('button', { name: 'Heart' }).click()
  await expect(toastOn(page)).toContainText('ErrorFailed to acknowledge tip. Please try again.')

  const held = Promise.withResolvers<void>()
  await page.route('**/acknowledge', async (route) => {
    await held.promise
    await route.continue()
  })
  await tip.getByRole('button', { name: 'Heart' }).click()
  await expect(tip.getByRole('button', { name: 'Acknowledging...' })).toBeDisabled()
  held.resolve()
  await expect(toastOn(page)).toContainText('Tip Acknowledged! 💜')
  await expect(tip.getByText('Hearted')).toBeVisible()
  await expect(tip.getByText('Acknowledged')).toBeVisible()
  await expect(tip.getByRole('button', { name: 'Heart' })).toHaveCount(0)
  await page.reload()
  await expect(tip.getByText('Hearted')).toBeVisible()
})

test('shows the creator a new tip immediately [TIP-5]', async ({ visit, signedInAs }) => {
  const fan = await visit()
  await becomeMember(fan)
  const word = randomUUID()
  const page = await signedInAs('creator')
  let isConnected = false
  page.on('websocket', () => (isConnected = true))
  await stopClock(page)
  await page.goto(`/tips-received?search=${word}`)
  await runClockUntil(page, async () => {
    await expect(page.getByRole('heading', { name: 'No tips found' })).toBeVisible({ timeout: 100 })
    expect(isConnected).toBe(true)
  })
  const before = await pageTime(page)
  await sendTip(fan, word)
  const notYetAt = await runClockUntil(page, () =>
    expect(cardsOn(page)).toContainText(word, { timeout: 100 }),
  )
  // Well before the next poll.
  expect(notYetAt - before).toBeLessThan(29_000)
})

test('shows received tips to an admin [TREC-5]', async ({ signedInAs }) => {
  const admin = await signedInAs('admin')
  await admin.goto('/tips-received')
  await expect(admin.getByText(/^Showing 10 of \d+ tips$/)).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Heart' })).toHaveCount(0)
})

test('shows sent tips, or a link to the posts [MYT-1]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/my-tips')
  await expect(page.getByRole('heading', { name: 'No tips sent yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore Content' })).toHaveAttribute('href', '/')
  for (const words of ['For the whistle', null]) await sendTip(page, words)
  await page.reload()
  await expect(page.getByText('Showing 2 of 2 tips sent')).toBeVisible()
  const tip = cardsOn(page).filter({ hasText: '“For the whistle”' })
  for (const text of ['Tip to Sam Whitlock', '$5.00', 'Completed', 'Awaiting Acknowledgment'])
    await expect(tip).toContainText(text)
})

test('shows My Tips to subscribers with access only [MYT-2]', async ({ visit }) => {
  for (const [become, label] of [
    [signInNewcomer, 'Subscribe to Platinum'],
    [becomeLapsed, 'Re-subscribe Now'],
  ] as const) {
    const page = await visit()
    await become(page)
    await page.goto('/my-tips')
    await expect(page.getByRole('heading', { name: 'My Tips is for Platinum members' })).toBeVisible()
    await expect(page.getByRole('link', { name: label })).toHaveAttribute('href', '/subscribe')
    await expect(cardsOn(page)).toHaveCount(0)
  }
})
