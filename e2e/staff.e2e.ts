import { addAdmin } from '../server/src/testing/add-person.ts'
import { demoPassword, expect, toastOn } from './club.ts'
import { fillAccount } from './first-admin.ts'
import { newApplicant, test } from './joining.ts'
import { findInEmail, emailsTo } from './sent-emails.ts'
import { dataDir, signInOn } from './people.ts'

test('removes a revoked invitation and disables its link [T-AU-23]', async ({ visit, freshlySignedInAs }) => {
  const admin = await freshlySignedInAs('admin')
  const { email } = newApplicant()
  await admin.goto('/admin/staff')
  await admin.getByLabel('Email', { exact: true }).fill(email)
  await admin.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOn(admin)).toContainText(`The email to ${email} is in the folder “outbox”.`)
  const link = await findInEmail(email, /http:\S+(\/setup#[\w-]+)/)

  const withdraw = admin.getByRole('button', { name: `Withdraw the invitation for ${email}` })
  await admin.route('**/api/staff/invitations/*', (route) => route.fulfill({ status: 500, body: '' }))
  await withdraw.click()
  await expect(toastOn(admin)).toContainText('The invitation could not be withdrawn. Please try again.')
  await admin.unroute('**/api/staff/invitations/*')
  await withdraw.click()
  await expect(withdraw).toHaveCount(0)

  const invited = await visit()
  await invited.goto(link)
  await expect(invited.getByRole('alert')).toContainText('This link is no longer valid.')
})

test('opens the gate for a person who accepts an invitation [GATE-9]', async ({
  visit,
  freshlySignedInAs,
}) => {
  const admin = await freshlySignedInAs('admin')
  const { email } = newApplicant()
  await admin.goto('/admin/staff')
  await admin.getByLabel('Email', { exact: true }).fill(email)
  await admin.getByLabel('Role', { exact: true }).selectOption('Moderator')
  await admin.getByRole('button', { name: 'Send Invitation' }).click()
  const invited = await visit('outside')
  await invited.goto(await findInEmail(email, /http:\S+(\/setup#[\w-]+)/))
  await fillAccount(invited, { firstName: 'Mo' })
  await expect(invited.getByRole('heading', { name: 'Moderation', level: 1 })).toBeVisible()
})

test('signs out and emails a person whose role was removed [ADM-4]', async ({ visit, freshlySignedInAs }) => {
  const email = await addAdmin(dataDir(), demoPassword)
  const former = await visit()
  await signInOn(former, email, demoPassword)
  await former.goto('/admin')
  await expect(former.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  const admin = await freshlySignedInAs('admin')
  await admin.goto('/admin/staff')
  const line = admin.getByRole('listitem').filter({ hasText: email })
  await line.getByRole('button', { name: 'Remove Admin Role from Ned Newhall' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Remove Admin Role?' })
  await expect(dialog.getByRole('button', { name: 'Remove Admin Role' })).toBeDisabled()
  await dialog.getByLabel('Why?').fill('The season is over.')
  await dialog.getByRole('button', { name: 'Remove Admin Role' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(line).toHaveCount(0)

  expect((await former.request.get('/api/auth/user')).status()).toBe(401)
  await expect.poll(async () => (await emailsTo(email)).join()).toContain('You are no longer an admin of')
  await signInOn(former, email, demoPassword)
  await former.goto('/admin')
  await expect(former.getByRole('heading', { name: 'Admin Dashboard' })).toHaveCount(0)
  expect((await former.request.get('/api/admin/users')).status()).toBe(403)
})
