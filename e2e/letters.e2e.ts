import { expect, type Page, test } from './club.ts'

const letter = (page: Page) => page.frameLocator('iframe')

test('shows admins every kind of letter, wide, narrow and as text, with nothing in it that could run [T-XS-04]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin')
  const refused: string[] = []
  page.on('console', (said) => void (said.type() === 'error' && refused.push(said.text())))
  await page.goto('/admin/mail')
  await expect(page.getByRole('heading', { name: 'Mail', exact: true })).toBeVisible()
  await expect(page.getByText('No mail server is configured')).toBeVisible()
  const kinds = page.getByLabel('Letter', { exact: true })
  await kinds.selectOption('Several things happened within an hour')
  await expect(page.getByRole('heading', { name: '2 new posts and 1 reply to you' })).toBeVisible()
  await expect(letter(page).getByText('New post: “Two watches”.')).toBeVisible()
  await expect(letter(page).getByRole('link', { name: 'No more of these letters' })).toBeVisible()
  // The styles of the letter are its own, and the page lets them be.
  await expect(letter(page).locator('.card')).toHaveCSS('max-width', '560px')
  await page.getByLabel('Seen as').selectOption('Phone')
  await expect(page.locator('iframe')).toHaveCSS('width', /^([23]\d\d(\.\d+)?)px$/)
  expect(
    await letter(page)
      .locator('html')
      .evaluate((root) => root.scrollWidth > root.clientWidth),
  ).toBe(false)
  await page.getByLabel('Seen as').selectOption('Text only')
  await expect(page.getByText('Hello Mina,')).toBeVisible()
  const count = await kinds.locator('option').count()
  expect(count).toBeGreaterThan(25)
  expect(refused).toEqual([])
})
