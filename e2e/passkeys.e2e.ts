import { expect, type Page, toastOn } from './club.ts'
import { test } from './joining.ts'
import { becomeMember, confirmEmail } from './people.ts'
import { plugInAuthenticator } from './virtual-authenticator.ts'

const passkeysOn = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const addTo = (page: Page) => passkeysOn(page).getByRole('button', { name: 'Add a Passkey' })

async function memberWithPasskey(page: Page) {
  const device = await plugInAuthenticator(page)
  const member = await becomeMember(page)
  await confirmEmail(page, member.email)
  await page.goto('/settings')
  await addTo(page).click()
  await expect(toastOn(page)).toContainText('Passkey Added')
  return { device, member }
}

/** The previous page or the content: the page may have noticed the end of its session. */
const inside = /\/(settings|content)$/

const signOut = (page: Page) => page.request.post('/api/logout')

test('adds, uses, renames and removes a passkey [LOGIN-8, SET-5]', async ({ visit }) => {
  const page = await visit()
  await memberWithPasskey(page)
  const row = passkeysOn(page).getByRole('listitem')
  await expect(row).toContainText('not used yet')
  await signOut(page)

  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(toastOn(page)).toContainText('Welcome Back!')
  await expect(page).toHaveURL(inside)

  await page.goto('/settings')
  await expect(row).toContainText('last used')
  await row.getByRole('button', { name: /^Rename/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('My blue phone')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row).toContainText('My blue phone')

  await row.getByRole('button', { name: 'Remove My blue phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(passkeysOn(page).getByText('You have no passkeys yet.')).toBeVisible()
  await signOut(page)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(toastOn(page)).toContainText('Login FailedThis passkey does not belong to an account here.')
})

test('refuses a failed fingerprint with a message [LOGIN-8]', async ({ visit }) => {
  const page = await visit()
  const { device } = await memberWithPasskey(page)
  await signOut(page)
  await page.goto('/login')
  await device.recognise(false)
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(toastOn(page)).toContainText('Login FailedNo passkey was used. You can try again.')
  await device.recognise(true)
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page).toHaveURL(inside)
})

test('creates no second passkey on the same device [SET-5]', async ({ visit }) => {
  const page = await visit()
  await memberWithPasskey(page)
  await addTo(page).click()
  await expect(toastOn(page)).toContainText('This device has a passkey for your account already.')
  await expect(passkeysOn(page).getByRole('listitem')).toHaveCount(1)
})

test('confirms the identity by passkey instead of the password [SET-5]', async ({ visit }) => {
  const page = await visit()
  await memberWithPasskey(page)
  // The response to an expired confirmation; later requests reach the server.
  await page.route(
    '**/api/two-factor/setup',
    (route) => route.fulfill({ status: 403, json: { message: 'Prove it.', code: 'confirmation_required' } }),
    { times: 1 },
  )
  await page
    .getByRole('region', { name: 'Two-Factor Authentication' })
    .getByRole('button', { name: 'Turn On' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  const confirmed = page.waitForResponse('**/api/passkeys/confirm')
  await dialog.getByRole('button', { name: 'Use a Passkey' }).click()
  expect((await confirmed).status()).toBe(204)
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Code from the app')).toBeVisible()
})
