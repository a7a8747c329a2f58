import { expect, type Page, toastOn } from './club.ts'
import { bankOn, cards, newApplicant, payOn, signUpOn, test, typeCard } from './joining.ts'
import { becomeMember } from './people.ts'

/** Returns how many pixels of a dialog the toast covers. */
async function covered(page: Page) {
  return page.evaluate(() => {
    const toast = document.querySelector('[data-toast][data-state=open]')?.getBoundingClientRect()
    const dialog = document.querySelector('[role=dialog]')?.getBoundingClientRect()
    const scroller = document.querySelector('.scrim')
    if (!toast || !dialog || !scroller) return null
    // A scrolling dialog can bring clipped content into view.
    const seen = scroller.getBoundingClientRect()
    const border = Number.parseFloat(getComputedStyle(scroller).borderBottomWidth)
    const bottom = Math.min(dialog.bottom, seen.bottom - border)
    const width = Math.min(toast.right, dialog.right) - Math.max(toast.left, dialog.left)
    const height = Math.min(toast.bottom, bottom) - Math.max(toast.top, dialog.top)
    return width > 0 && height > 0 ? Math.round(width * height) : 0
  })
}

test('keeps the toast clear of the bank’s dialog, which Escape closes [SYS-11, PAY-6] @everywhere', async ({
  visit,
}) => {
  const page = await visit()
  await page.goto('/signup')
  await signUpOn(page, newApplicant())
  await payOn(page, cards.authenticates)
  await expect(toastOn(page)).toContainText('Additional Authentication Required')
  await expect(bankOn(page).getByRole('button', { name: 'Complete' })).toBeVisible()
  // Both may still be moving to their places.
  await expect.poll(() => covered(page)).toBe(0)
  await expect(toastOn(page)).toHaveCount(0)

  const dialog = page.getByRole('dialog', { name: 'Confirm your payment' })
  await bankOn(page).getByRole('button', { name: 'Complete' }).focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(toastOn(page)).toContainText('Payment Failed')
})

test('never frames a bank page that forbids framing [TIP-6]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/settings?section=payment')
  await typeCard(page, cards.authenticates)
  await page.getByRole('button', { name: 'Save Payment Method' }).click()
  await bankOn(page).getByRole('button', { name: 'Complete' }).click()
  await expect(toastOn(page)).toContainText('Payment Method Updated')

  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
  const complete = bankOn(page).getByRole('button', { name: 'Complete' })
  await expect(complete).toBeVisible()
  // The page does not learn that the bank is done.
  await page.route('**/sandbox/v1/payment_intents/**', () => {})
  await complete.click()
  await expect(bankOn(page).getByRole('heading', { name: 'Done' })).toBeVisible()
})
