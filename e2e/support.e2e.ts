import { randomUUID } from 'node:crypto'
import { demoEmail, expect, test, toastOn } from './club.ts'

test('lets an admin read and answer a support message [LAND-8, LAND-9]', async ({
  unlocked: visitor,
  signedInAs,
}) => {
  const words = `Where is my receipt? ${randomUUID()}`
  await visitor.goto('/')
  await visitor.getByRole('button', { name: 'Contact Us' }).first().click()
  const dialog = visitor.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Mina Osei')
  await dialog.getByLabel('Email').fill(demoEmail('member'))
  await dialog.getByLabel('Message').fill(words)
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await expect(toastOn(visitor)).toContainText('Message Sent')

  const admin = await signedInAs('admin')
  await admin.goto('/admin/support')
  await admin.getByLabel('Search messages').fill(words)
  await admin.getByLabel('Search messages').press('Enter')
  const message = admin.getByRole('article').filter({ hasText: words })
  await message.getByRole('button', { name: /^Read/ }).click()
  await expect(message.getByRole('complementary', { name: 'Who wrote' })).toContainText('who has an account')
  const send = message.getByRole('button', { name: 'Send Answer' })
  await expect(send).toBeDisabled()
  await message.getByLabel('Your answer').fill('It is on the billing page, in your settings.')
  await send.click()
  await expect(toastOn(admin)).toContainText('Answer Sent')
  await expect(message).toHaveCount(0)

  await admin.getByLabel('Which messages').selectOption('Closed')
  await expect(message).toContainText('Answered')
  if (await message.getByRole('button', { name: /^Read/ }).isVisible())
    await message.getByRole('button', { name: /^Read/ }).click()
  await expect(message).toContainText('It is on the billing page, in your settings.')
  const member = await signedInAs('member')
  await member.goto('/settings')
  const own = member.getByRole('region', { name: 'Your Messages to Support' }).getByRole('listitem')
  await expect(own.filter({ hasText: words })).toContainText('It is on the billing page, in your settings.')
  await message.getByRole('button', { name: 'Open Again' }).click()
  await expect(message).toHaveCount(0)
  await admin.getByLabel('Which messages').selectOption('Open')
  await expect(message).toBeVisible()
})
