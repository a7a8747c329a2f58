import { readFile } from 'node:fs/promises'
import { unzipped } from '../server/src/testing/unzipped.ts'
import { demoPassword, expect, type Page, test, toastOn } from './club.ts'

const download = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })

async function exportOn(page: Page) {
  const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()])
  const zip = await readFile(await file.path())
  return { name: file.suggestedFilename(), files: unzipped(zip) }
}

test('exports a member’s data from the settings [EXP-1, SET-5]', async ({ freshlySignedInAs }) => {
  const page = await freshlySignedInAs('pastDue')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'Download Your Data' }).click()
  await expect(page).toHaveURL('/download-data')
  const boxes = page.getByRole('checkbox')
  await expect(boxes).toHaveCount(4)
  for (const box of await boxes.all()) await box.uncheck()
  await download(page).click()
  await expect(toastOn(page)).toContainText('Please select at least one data type to export.')

  for (const name of ['Profile', 'Comments']) await page.getByRole('checkbox', { name }).check()
  await page.route('**/api/export-data', (route) => route.abort())
  await download(page).click()
  await expect(toastOn(page)).toContainText('Failed to export data.')
  await page.unroute('**/api/export-data')

  const { name, files } = await exportOn(page)
  await expect(toastOn(page)).toContainText('Export Complete')
  expect(name).toMatch(/^\p{L}+-data-\d{4}-\d\d-\d\d\.zip$/u)
  expect([...files.keys()]).toEqual([
    'profile.json',
    'support.json',
    'seen.json',
    'played.json',
    'positions.json',
    'muted-threads.json',
    'hidden-people.json',
    'comments.json',
    'mentions.json',
  ])
  const { email } = await (await page.request.get('/api/auth/user')).json()
  expect(JSON.parse(files.get('profile.json')!.toString()).email).toBe(email)
})

test('exports the creator’s posts, media and subscribers after a password check [EXP-1]', async ({
  freshlySignedInAs,
}) => {
  const page = await freshlySignedInAs('creator')
  await page.goto('/download-data')
  await expect(page.getByRole('checkbox')).toHaveCount(8)
  // The response ten minutes after the sign-in.
  let asked = 0
  await page.route('**/api/export-data', (route) => {
    asked += 1
    return asked > 1
      ? route.continue()
      : route.fulfill({ status: 403, json: { message: 'Confirm', code: 'confirmation_required' } })
  })
  const downloaded = page.waitForEvent('download')
  await download(page).click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByLabel('Your password', { exact: true }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^Sam-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipped(await readFile(await file.path()))
  const names = [...files.keys()]
  for (const list of ['profile', 'posts', 'analytics', 'subscribers', 'comments', 'likes', 'tips'])
    expect(names).toContain(`${list}.json`)
  const posts: { mediaId: string | null }[] = JSON.parse(files.get('posts.json')!.toString())
  for (const { mediaId } of posts.filter((post) => post.mediaId !== null))
    expect(names.some((name) => name.startsWith(`media/${mediaId}.`))).toBe(true)
})

test('shows an export’s progress and can cancel it [EXP-1]', async ({ freshlySignedInAs }) => {
  const page = await freshlySignedInAs('admin')
  await page.goto('/download-data')
  // Never answered, like a slow connection.
  await page.route('**/api/export-data', () => {})
  await download(page).click()
  await expect(page.getByRole('progressbar', { name: 'Export' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Profile' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(download(page)).toBeVisible()
  await expect(toastOn(page)).toHaveCount(0)
})
