import { randomUUID } from 'node:crypto'
import { expect, type Page, pressEscapeIn, stopClock, toastOn } from './club.ts'
import { bankOn, cards, test, typeCard } from './joining.ts'
import { becomeMember, saveCard, signInNewcomer } from './people.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Send a Tip' })
const sendButton = (page: Page) => form(page).getByRole('button', { name: /^Send/ })
const result = (page: Page, name: 'Tip Sent!' | 'Tip Failed') => page.getByRole('dialog', { name })

/** A unique message. */
const someWords = () => `For the flag ${randomUUID()}`

async function openTip(page: Page) {
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await expect(form(page)).toBeVisible()
}

const phone = { width: 360, height: 740 }
const tipping = (page: Page) => page.getByRole('button', { name: /tip/i })

const tipsSentBy = async ({ request }: Page) => (await request.get('/api/tips/sent')).json()

test('counts characters, trims the message and omits an empty one [TIP-1, TIP-5]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/my-tips')
  await expect(page.getByRole('heading', { name: 'No tips sent yet' })).toBeVisible()
  await openTip(page)
  await expect(form(page)).toContainText('$5.00')
  await expect(form(page)).toContainText('from visa •••• 4242')
  await expect(form(page).getByRole('textbox')).toHaveCount(1)
  const message = form(page).getByLabel('Message (optional)')
  await message.fill('⚽'.repeat(3))
  await expect(form(page)).toContainText('3/500')
  await message.fill('🏆'.repeat(501))
  await expect(form(page)).toContainText('501/500')
  await expect(sendButton(page)).toBeDisabled()
  await message.fill('🏆'.repeat(500))
  await expect(form(page)).toContainText('500/500')
  await expect(sendButton(page)).toBeEnabled()

  const asked = () => page.waitForRequest('**/api/tips/create-payment-intent')
  const words = someWords()
  await message.fill(`  ${words} `)
  const first = asked()
  await sendButton(page).click()
  expect((await first).postDataJSON()).toEqual({ amount: 5, message: words })
  await pressEscapeIn(page, result(page, 'Tip Sent!'))
  await expect(page.getByRole('article').filter({ hasText: words })).toBeVisible()

  await openTip(page)
  await expect(message).toHaveValue('')
  await message.fill('   ')
  const second = asked()
  await sendButton(page).click()
  expect((await second).postDataJSON()).toEqual({ amount: 5 })
  await expect(result(page, 'Tip Sent!')).toBeVisible()
  await expect(page.getByText('Showing 2 of 2 tips sent')).toBeVisible()
})

test('charges once for repeated clicks and shows success on time [TIP-2, TIP-6]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/content')
  await openTip(page)
  const message = form(page).getByLabel('Message (optional)')
  await message.fill(someWords())
  await stopClock(page)
  const answer = page.waitForResponse('**/api/tips/create-payment-intent')
  await sendButton(page).dblclick()
  expect((await answer).status()).toBe(200)
  // The cleared message shows that the page has the response, and its two seconds begin.
  await expect(message).toHaveValue('')
  await expect(form(page).getByRole('button', { name: 'Sending...' })).toBeDisabled()
  await page.clock.runFor(1900)
  await expect(result(page, 'Tip Sent!')).toHaveCount(0)
  await page.clock.runFor(200)
  await expect(result(page, 'Tip Sent!')).toBeVisible()
  await page.clock.runFor(3800)
  await expect(result(page, 'Tip Sent!')).toBeVisible()
  await page.clock.runFor(400)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await tipsSentBy(page)).toMatchObject({ total: 1, tips: [{ status: 'completed' }] })
})

test('names the declined card, offering a retry only once [TIP-3, TIP-4]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await saveCard(page, cards.declinesLater)
  await page.goto('/content')
  await openTip(page)
  await stopClock(page)
  await sendButton(page).click()
  const failed = result(page, 'Tip Failed')
  const update = failed.getByRole('button', { name: 'Update Payment Method' })
  const again = failed.getByRole('button', { name: 'Try Again' })
  await expect(failed.getByRole('alert')).toHaveText('Visa •••• 0341 was declined - Your card was declined.')
  await expect(update).toBeVisible()
  await page.clock.runFor(7800)
  await expect(again).toBeVisible()
  await page.clock.runFor(400)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openTip(page)
  await sendButton(page).click()
  await expect(failed.getByRole('alert')).toHaveText(
    'Visa •••• 0341 was declined. Please update your payment method to continue.',
  )
  await expect(again).toHaveCount(0)
  await page.clock.runFor(7800)
  await expect(update).toBeVisible()
  await page.clock.runFor(400)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await openTip(page)
  await sendButton(page).click()
  await expect(failed.getByRole('alert')).toContainText('Please update your payment method')
  await expect(again).toHaveCount(0)
  await update.click()
  await page.clock.resume()
  await expect(page).toHaveURL('/settings?section=payment')
  await expect(page.getByRole('form', { name: 'Update payment method' })).toBeVisible()

  await typeCard(page, cards.good)
  await page.getByRole('button', { name: 'Save Payment Method' }).click()
  await expect(toastOn(page)).toContainText('Payment Method Updated')
  await openTip(page)
  await sendButton(page).click()
  await pressEscapeIn(page, result(page, 'Tip Sent!'))
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A completed tip resets the count of failures.
  await saveCard(page, cards.declinesLater)
  await openTip(page)
  await sendButton(page).click()
  await expect(again).toBeVisible()
  await again.click()
  await sendButton(page).click()
  await update.click()
  await expect(page.getByRole('form', { name: 'Update payment method' })).toBeVisible()
})

test('explains a failed tip, keeps the message and charges once [TIP-4, TIP-6]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/content')
  await openTip(page)
  const words = someWords()
  await form(page).getByLabel('Message (optional)').fill(words)
  await stopClock(page)
  await page.route('**/api/tips/create-payment-intent', (route) => route.abort())
  await sendButton(page).click()
  await expect(toastOn(page)).toContainText('Tip FailedFailed to send tip. Please try again.')
  // Check it before the next dialog, which hides the rest of the page.
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(form(page)).toHaveCount(0)
  await openTip(page)
  await toastOn(page).locator('button').click()
  await expect(toastOn(page)).toHaveCount(0)
  await expect(form(page).getByLabel('Message (optional)')).toHaveValue(words)
  await page.clock.resume()
  await page.unroute('**/api/tips/create-payment-intent')
  await page.route(
    '**/api/tips/create-payment-intent',
    // The server processes the request, but its response is lost.
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await sendButton(page).click()
  await expect(toastOn(page)).toContainText('Tip FailedFailed to send tip. Please try again.')
  await page.reload()
  await openTip(page)
  await expect(form(page).getByLabel('Message (optional)')).toHaveValue(words)
  await sendButton(page).click()
  await expect(result(page, 'Tip Sent!')).toBeVisible()
  expect(await tipsSentBy(page)).toMatchObject({ total: 1 })
  await pressEscapeIn(page, result(page, 'Tip Sent!'))
  await expect(page.getByRole('button', { name: 'Tip', exact: true })).toBeFocused()
})

test('completes a tip only after bank confirmation [TIP-6]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/settings?section=payment')
  await typeCard(page, cards.authenticates)
  await page.getByRole('button', { name: 'Save Payment Method' }).click()
  await bankOn(page).getByRole('button', { name: 'Complete' }).click()
  await expect(toastOn(page)).toContainText('Payment Method Updated')

  await openTip(page)
  await sendButton(page).click()
  await expect(bankOn(page).getByRole('button', { name: 'Fail' })).toBeVisible()
  expect(await tipsSentBy(page)).toMatchObject({ tips: [{ status: 'requires_action' }] })
  await bankOn(page).getByRole('button', { name: 'Fail' }).click()
  await expect(result(page, 'Tip Failed').getByRole('alert')).toContainText('Visa •••• 3184 was declined - ')
  await result(page, 'Tip Failed').getByRole('button', { name: 'Try Again' }).click()
  await sendButton(page).click()
  await bankOn(page).getByRole('button', { name: 'Complete' }).click()
  await expect(result(page, 'Tip Sent!')).toBeVisible()
  expect(await tipsSentBy(page)).toMatchObject({ tips: [{ status: 'completed' }] })
})

test('hides tipping from viewers who cannot tip [TIP-1, HOME-3]', async ({ visit, signedInAs }) => {
  const newcomer = await visit()
  await signInNewcomer(newcomer)
  for (const page of [newcomer, await signedInAs('creator'), await signedInAs('admin')]) {
    // Tips load after the page; without waiting, they would always be missing.
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(tipping(page)).toHaveCount(0)
    await page.setViewportSize(phone)
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect(tipping(page)).toHaveCount(0)
  }
  const member = await signedInAs('member')
  await member.goto('/')
  const atHome = member.getByRole('button', { name: 'Send Tip to Creator' })
  await expect(atHome).toHaveCount(0)
  await tipping(member).first().click()
  await pressEscapeIn(member, form(member))
  await member.setViewportSize(phone)
  await atHome.click()
  await expect(form(member)).toBeVisible()
})
