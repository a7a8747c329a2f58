import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { titled } from './club-posts.ts'
import { expect, test } from './club.ts'

test('reports a damaged video to its creator and to admins, who can retry [UPL-4]', async ({
  signedInAs,
}) => {
  const whole = await readFile(join(import.meta.dirname, '../content/demo/level-is-on.mp4'))
  const title = `Half a film ${randomUUID().slice(0, 8)}`
  const page = await signedInAs('creator')
  await page.goto(titled(title))
  const damaged = { name: 'film.mp4', mimeType: 'video/mp4', buffer: whole.subarray(0, 3000) }
  const sent = await page.request.post('/api/posts', {
    multipart: { contentType: 'video', title, media: damaged },
  })
  expect(sent.status()).toBe(201)
  await page.goto(titled(title))
  const card = page.getByRole('article', { name: title })
  await expect(card.getByText('This file is damaged')).toBeVisible()
  await card.getByRole('button', { name: 'Try Again' }).click()
  await expect(card.getByText('Still warming up').or(card.getByText('This file is damaged'))).toBeVisible()
  await expect(card.getByText('This file is damaged')).toBeVisible()

  const member = await signedInAs('member')
  await member.goto(titled(title))
  await expect(member.getByText('No posts found')).toBeVisible()

  const admin = await signedInAs('admin')
  await admin.goto('/admin')
  await admin.getByRole('link', { name: /^Media/ }).click()
  await expect(admin.getByRole('heading', { name: 'Video processing' })).toBeVisible()
  const failed = admin.getByRole('region', { name: 'Failed' })
  await expect(failed.getByText('This file is damaged').first()).toBeVisible()
  await failed.getByRole('button', { name: 'Try Again' }).first().click()
  await expect(failed.getByText('This file is damaged').first()).toBeVisible()
  await card.getByRole('button', { name: 'Delete post' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card).toHaveCount(0)
})
