import { expect, type Page, toastOn } from './club.ts'
import { test } from './joining.ts'
import { becomeMember } from './people.ts'

const about = (page: Page) => page.getByRole('region', { name: 'About You' })
const photo = (page: Page) => page.getByRole('region', { name: 'Photo' })
const form = (page: Page) => page.getByRole('form', { name: 'Profile' })
const factOn = (page: Page, label: string) =>
  about(page).locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
const edit = (page: Page) => about(page).getByRole('button', { name: 'Edit Profile' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' }).click()

/** A real picture: a screenshot. */
const pictureOf = async (page: Page) => ({
  name: 'me.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
})

test('saves a member’s profile, keeps their name, and cancels without changes [PROF-1, PROF-2, PROF-4]', async ({
  visit,
}) => {
  const page = await visit()
  const { firstName, email } = await becomeMember(page)
  await page.goto('/profile')
  await expect(factOn(page, 'First Name')).toHaveText(firstName)
  await expect(factOn(page, 'Location')).toHaveText('Not set')

  await edit(page).click()
  await expect(form(page).getByLabel('Bio')).toBeFocused()
  for (const label of ['First Name', 'Last Name', 'Email'])
    await expect(form(page).getByLabel(label)).not.toBeEditable()
  await expect(form(page).getByText('Name cannot be changed')).toHaveCount(2)
  await expect(form(page).getByLabel('Email')).toHaveValue(email)
  await expect(form(page).getByLabel('Website')).toHaveCount(0)
  await form(page).getByLabel('Location').fill('Nowhere')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(edit(page)).toBeFocused()
  await expect(factOn(page, 'Location')).toHaveText('Not set')

  await edit(page).click()
  await expect(form(page).getByLabel('Location')).toHaveValue('')
  await form(page).getByLabel('Bio').fill('x'.repeat(501))
  await save(page)
  await expect(form(page).getByRole('alert')).toHaveText('Please use at most 500 characters.')
  await form(page).getByLabel('Bio').fill('Away end, row 12.')
  await form(page).getByLabel('Location').fill('Row 12')
  await page.route('**/api/profile', (route) => route.abort())
  await save(page)
  await expect(toastOn(page)).toContainText('Failed to update profile. Please try again.')
  await page.unroute('**/api/profile')
  await save(page)
  await expect(toastOn(page)).toContainText('Profile Updated')
  await page.reload()
  await expect(factOn(page, 'Bio')).toHaveText('Away end, row 12.')
  await expect(factOn(page, 'Location')).toHaveText('Row 12')
})

test('previews a photo, shows it in the bar and removes it [PROF-1, PROF-3]', async ({ visit }) => {
  const page = await visit()
  await becomeMember(page)
  await page.goto('/profile')
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      photo(page).getByRole('button', { name: 'Change Photo' }).click(),
    ])
    await chooser.setFiles(file)
  }
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(toastOn(page)).toContainText('Invalid File Type')
  await expect(toastOn(page)).toContainText('Please select an image file.')
  await choose({ ...(await pictureOf(page)), buffer: Buffer.alloc(5 * 1024 * 1024 + 1) })
  await expect(toastOn(page)).toContainText('File Too Large')
  await expect(toastOn(page)).toContainText('Please select an image smaller than 5MB.')

  const preview = photo(page).getByRole('img', { name: 'Preview' })
  await choose(await pictureOf(page))
  await expect(preview).toBeVisible()
  await photo(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(preview).toHaveCount(0)

  await choose({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await photo(page).getByRole('button', { name: 'Upload Photo' }).click()
  await expect(toastOn(page)).toContainText('Upload Error')
  await page.route('**/api/upload-avatar', (route) => route.abort())
  await photo(page).getByRole('button', { name: 'Upload Photo' }).click()
  await expect(toastOn(page)).toContainText('Failed to upload avatar. Please try again.')
  await page.unroute('**/api/upload-avatar')
  await photo(page).getByRole('button', { name: 'Cancel' }).click()

  await choose(await pictureOf(page))
  await photo(page).getByRole('button', { name: 'Upload Photo' }).click()
  await expect(toastOn(page)).toContainText('Photo Updated')
  const shown = photo(page).locator('img[src^="/media/"]')
  await expect(shown).toBeVisible()
  const address = (await shown.getAttribute('src')) ?? ''
  await expect(page.getByRole('banner').locator(`img[src="${address}"]`)).toBeVisible()

  await photo(page).getByRole('button', { name: 'Remove Photo' }).click()
  await expect(toastOn(page)).toContainText('Photo Removed')
  await expect(page.locator('img[src^="/media/"]')).toHaveCount(0)
  expect((await page.request.get(address)).status()).toBe(404)
})

test('opens a creator’s profile from their posts without private details [PROF-4, SET-3, SET-5]', async ({
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  const member = await signedInAs('member')
  await creator.goto('/profile')
  await edit(creator).click()
  await form(creator).getByLabel('Website').fill('javascript:alert(1)')
  await save(creator)
  await expect(form(creator).getByRole('alert')).toHaveText(
    'Please enter a web address that begins with http:// or https://.',
  )
  await form(creator).getByLabel('Website').fill('https://touchline.example/about')
  await save(creator)
  await expect(toastOn(creator)).toContainText('Profile Updated')

  await member.goto('/content')
  await member
    .getByRole('article')
    .first()
    .locator('header')
    .getByRole('link', { name: 'Sam Whitlock' })
    .click()
  const card = member.getByRole('main')
  await expect(card.getByRole('heading', { level: 1 })).toContainText('Sam Whitlock')
  const website = card.getByRole('link', { name: 'touchline.example/about' })
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(card).toContainText('Near a touchline')
  const latest = card.getByRole('region', { name: 'Latest Posts' }).getByRole('listitem')
  await expect(latest.first().getByRole('link')).toHaveAttribute('href', /^\/post\//)

  await creator.goto('/settings')
  const privacy = creator.getByRole('region', { name: 'Privacy & Security' })
  const [isPrivate, isCounted] = ['Private Profile', 'Content Analytics'].map((name) =>
    privacy.getByRole('checkbox', { name: new RegExp(name) }),
  )
  await expect(isPrivate!).not.toBeChecked()
  await expect(isCounted!).toBeChecked()
  await isPrivate!.check()
  await expect(isPrivate!).toBeEnabled()
  await creator.reload()
  await expect(isPrivate!).toBeChecked()
  await member.reload()
  await expect(card.getByRole('heading', { level: 1 })).toContainText('Sam Whitlock')
  await expect(website).toHaveCount(0)
  await expect(card).not.toContainText('Near a touchline')

  await creator.route('**/api/privacy-settings', (route) => route.abort())
  await isPrivate!.click()
  await expect(toastOn(creator)).toContainText('This could not be saved. Please try again.')
  await expect(isPrivate!).toBeChecked()
  await creator.unroute('**/api/privacy-settings')
  await isPrivate!.uncheck()
  await expect(isPrivate!).toBeEnabled()
  await member.reload()
  await expect(website).toBeVisible()
  const revenue = creator.getByRole('region', { name: 'Creator Revenue' })
  await expect(revenue.getByRole('link', { name: 'View Payouts' })).toHaveAttribute('href', '/payouts')
  await revenue.getByRole('link', { name: 'View Analytics' }).click()
  await expect(creator).toHaveURL('/analytics')
})
