import { appCode } from '../server/src/testing/app-code.ts'
import { addNewcomer } from '../server/src/testing/add-person.ts'
import { makeProofOld } from '../server/src/testing/old-proof.ts'
import { demoPassword, dismissToast, expect, type Page, runClockUntil, stopClock, toastOn } from './club.ts'
import { test } from './joining.ts'
import { findInEmail } from './sent-emails.ts'
import { signInNewcomer, dataDir, signInOn } from './people.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const known = async ({ request }: Page) => (await request.get('/api/auth/user')).status()
const twoFactor = (page: Page) => page.getByRole('region', { name: /^Two-Factor/ })

async function typeLogin(page: Page, email: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign In').click()
}

test('resets a forgotten password with an emailed link, once [LOGIN-7]', async ({ visit }) => {
  const page = await visit()
  const email = await addNewcomer(dataDir(), demoPassword)
  const ask = async (address: string) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    // The previous page asks for an address, too, and stays until this one is loaded.
    const form = page.getByRole('region', { name: 'Ask for a link' })
    await form.getByLabel('Email').fill(address)
    await button(page, 'Send the Link').click()
    return form.getByText(/It works for an hour/).innerText()
  }
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('no address')
  await button(page, 'Send the Link').click()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  expect(await ask(email)).toBe(await ask('no-account@club.example'))

  const link = await findInEmail(email, /(http:\S+\/reset-password#[^\s"<]+)/)
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await button(page, 'Save New Password').click()
  await expect(page.getByText('New password must be at least 6 characters long.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('second-half-whistle')
  await button(page, 'Save New Password').click()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await typeLogin(page, email, demoPassword)
  await expect(toastOn(page)).toContainText('Invalid email or password')
  await typeLogin(page, email, 'second-half-whistle')
  await expect(page).toHaveURL('/content')

  const another = await visit()
  await another.goto(link)
  await another.getByLabel('New password', { exact: true }).fill('third-half-whistle')
  await button(another, 'Save New Password').click()
  await expect(another.getByText(/This link/)).toBeVisible()
  await another.goto('/reset-password')
  await another.getByRole('link', { name: 'Ask for a New Link' }).click()
  await expect(another).toHaveURL('/forgot-password')
})

test('changes a password, shows problems, and signs out two seconds later [PWD-1, SET-5]', async ({
  visit,
}) => {
  const page = await visit()
  const email = await signInNewcomer(page)
  const other = await visit()
  await signInOn(other, email, demoPassword)
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/change-password')

  const send = async ([current, next, again]: readonly [string, string, string]) => {
    await page.getByLabel('Current password', { exact: true }).fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password', { exact: true }).fill(again)
    await button(page, 'Change Password').click()
  }
  const good = 'second-half-whistle'
  for (const [typed, words] of [
    [['', '', ''], 'Please fill in all fields.'],
    [[demoPassword, 'short', 'short'], 'New password must be at least 6 characters long.'],
    [[demoPassword, good, 'something else'], 'New passwords do not match.'],
    [[demoPassword, demoPassword, demoPassword], 'New password must be different from current password.'],
    [['not this one', good, good], 'Current password is incorrect'],
  ] as const) {
    await send(typed)
    await expect(toastOn(page)).toContainText(words)
    await dismissToast(page)
  }
  await stopClock(page)
  await send([demoPassword, good, good])
  await runClockUntil(page, () => expect(toastOn(page)).toContainText('Password Changed', { timeout: 100 }))
  expect(await known(other)).toBe(401)
  await page.clock.runFor(1500)
  await expect(page).toHaveURL('/change-password')
  await page.clock.resume()
  await expect(page).toHaveURL('/')
  expect(await known(page)).toBe(401)
  await typeLogin(page, email, good)
  await expect(page).toHaveURL('/content')
})

/** Reads the key from the page. Returns codes of an app, each one step later, since each works once. */
async function appOn(page: Page) {
  const secret = await page.locator('code').innerText()
  let steps = 0
  return () => appCode(secret, steps++)
}

test('signs in with a code of the app or a backup code until it is turned off [LOGIN-8, SET-5]', async ({
  visit,
}) => {
  const page = await visit()
  const email = await signInNewcomer(page)
  await page.goto('/settings')
  const section = twoFactor(page)
  await section.getByRole('button', { name: 'Turn On' }).click()
  await expect(section.getByRole('img', { name: /QR code/ })).toBeVisible()
  const nextCode = await appOn(page)
  await section.getByLabel('Code from the app').fill('000000')
  await section.getByRole('button', { name: 'Turn On' }).click()
  await expect(section.getByText(/code/).first()).toBeVisible()
  await expect(section.getByRole('list', { name: 'Backup codes' })).toHaveCount(0)
  await section.getByLabel('Code from the app').fill(nextCode())
  await section.getByRole('button', { name: 'Turn On' }).click()
  const codes = section.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const backupCode = await codes.first().innerText()
  await section.getByRole('button', { name: 'I Have Saved Them' }).click()
  await expect(section.getByText('10 backup codes are left.')).toBeVisible()

  const other = await visit()
  await typeLogin(other, email, demoPassword)
  await expect(other.getByLabel('Code', { exact: true })).toBeFocused()
  expect(await known(other)).toBe(401)
  await other.getByLabel('Code', { exact: true }).fill('000000')
  await button(other, 'Sign In').click()
  await expect(other.getByText(/code is not right|not right/)).toBeVisible()
  await other.getByLabel('Code', { exact: true }).fill(nextCode())
  await button(other, 'Sign In').click()
  await expect(other).toHaveURL('/content')

  const third = await visit()
  await typeLogin(third, email, demoPassword)
  await button(third, 'Start again').click()
  await expect(third.getByLabel('Password', { exact: true })).toBeVisible()
  await typeLogin(third, email, demoPassword)
  await button(third, 'Use a backup code').click()
  await third.getByLabel('Backup code').fill(backupCode)
  await button(third, 'Sign In').click()
  await expect(third).toHaveURL('/content')

  await page.reload()
  await expect(section.getByText('9 backup codes are left.')).toBeVisible()
  await section.getByRole('button', { name: 'New Backup Codes' }).click()
  await expect(codes).toHaveCount(10)
  await section.getByRole('button', { name: 'I Have Saved Them' }).click()
  await section.getByRole('button', { name: 'Turn Off' }).click()
  await expect(section.getByRole('button', { name: 'Turn On' })).toBeVisible()
  const fourth = await visit()
  await typeLogin(fourth, email, demoPassword)
  await expect(fourth).toHaveURL('/content')
})

test('asks for the password again before the second step changes [SET-5]', async ({ visit }) => {
  const page = await visit()
  const email = await signInNewcomer(page)
  await makeProofOld(dataDir(), email)
  await page.goto('/settings')
  await twoFactor(page).getByRole('button', { name: 'Turn On' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password').fill('not this one')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText(/incorrect|not right/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('code')).toHaveCount(0)

  await twoFactor(page).getByRole('button', { name: 'Try Again' }).click()
  await dialog.getByLabel('Your password').fill(demoPassword)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('code')).toBeVisible()
})

test('lists the sessions and signs out one browser or all others [SET-7]', async ({ visit }) => {
  const page = await visit()
  const email = await signInNewcomer(page)
  const others = [await visit(), await visit(), await visit()]
  for (const other of others) await signInOn(other, email, demoPassword)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Active Sessions' })
  const lines = section.getByRole('listitem')
  await expect(lines).toHaveCount(4)
  await expect(lines.first()).toContainText('This browser')
  await expect(lines.first()).toContainText(/Chrome/)
  await expect(lines.first().getByRole('button')).toHaveCount(0)

  await lines.nth(1).getByRole('button').click()
  await expect(lines).toHaveCount(3)
  expect((await Promise.all(others.map(known))).filter((status) => status === 401)).toHaveLength(1)
  await section.getByRole('button', { name: 'Sign Out All Others' }).click()
  await expect(lines).toHaveCount(1)
  await expect(section.getByRole('button', { name: 'Sign Out All Others' })).toHaveCount(0)
  expect(await Promise.all(others.map(known))).toEqual([401, 401, 401])
  expect(await known(page)).toBe(200)
})
