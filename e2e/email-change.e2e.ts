import { expect, type Page, toastOn } from './club.ts'
import { cards, newApplicant, test } from './joining.ts'
import { findInEmail } from './sent-emails.ts'
import { payFor, signInOn, startSignup } from './people.ts'
import { keepsFocus } from './tabbing.ts'

const section = (page: Page) => page.getByRole('region', { name: /^Email Address/ })

/** Presses Enter on a button once the page keeps the focus. */
async function pressOn(page: Page, name: string) {
  const button = page.getByRole('button', { name })
  await expect(button).toBeVisible()
  await keepsFocus(page)
  await button.focus()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}

test('moves an account to a confirmed new address and back, by keyboard', async ({ visit }) => {
  const page = await visit()
  const applicant = newApplicant()
  const { clientSecret, subscriptionId } = await startSignup(page, applicant)
  await payFor(page, clientSecret ?? '', cards.good)
  await page.request.post('/api/create-user', { data: { subscriptionId } })

  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText(
    'Please confirm your email address before you add one',
  )
  await page.goto(await findInEmail(applicant.email, /(http:\S+\/confirm-email#[^\s"<]+)/))
  await expect(page).toHaveURL('/confirm-email')
  await pressOn(page, 'Confirm My Address')
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Confirm your email address' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Go to Settings' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(section(page)).toContainText('Confirmed')

  const { email: next } = newApplicant()
  await pressOn(page, 'Change Email')
  const dialog = page.getByRole('dialog', { name: 'Change Your Email Address' })
  await expect(dialog.getByLabel('New email address')).toBeFocused()
  await page.keyboard.type('no address')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Email is invalid')
  await dialog.getByLabel('New email address').fill(next)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(section(page)).toContainText(`We sent a link to ${next}.`)
  await expect(page.getByRole('button', { name: 'Change Email' })).toBeFocused()

  const elsewhere = await visit()
  await elsewhere.goto(await findInEmail(next, /(http:\S+\/email-change#confirm[^\s"<]+)/))
  await pressOn(elsewhere, 'Use This Address')
  await expect(elsewhere.getByLabel('Password of the account')).toBeFocused()
  await elsewhere.keyboard.type('not the password')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('alert')).toHaveText('Password is incorrect.')
  await expect(elsewhere.getByLabel('Password of the account')).toBeFocused()
  await elsewhere.getByLabel('Password of the account').fill(applicant.password)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText(`Your email address is now ${next}.`)).toBeVisible()
  await signInOn(await visit(), next, applicant.password)

  // The browser is on this page already, so only the fragment changes.
  const undoLink = await findInEmail(applicant.email, /(http:\S+\/email-change#undo[^\s"<]+)/)
  await elsewhere.goto(undoLink)
  await pressOn(elsewhere, 'Take My Account Back')
  await expect(elsewhere.getByText(`Your email address is ${applicant.email} again`)).toBeVisible()
  await page.goto('/settings')
  await expect(toastOn(page)).toContainText('Unauthorized')

  await elsewhere.goto(undoLink)
  await pressOn(elsewhere, 'Take My Account Back')
  await expect(elsewhere.getByRole('alert')).toContainText('This link is no longer valid')
  await expect(elsewhere.getByRole('link', { name: 'Sign In' })).toBeVisible()
})
