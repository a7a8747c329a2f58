import { expect, type Page, test } from './club.ts'

// Playwright blocks workers by a script in every frame, but an email's frame runs no script.
test.use({ serviceWorkers: 'allow' })

const preview = (page: Page) => page.frameLocator('iframe')

test('shows admins every email, wide, narrow and as text, without scripts [T-XS-04]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('admin')
  const refused: string[] = []
  page.on('console', (said) => void (said.type() === 'error' && refused.push(said.text())))
  await page.goto('/admin/mail')
  await expect(page.getByRole('heading', { name: 'Mail', exact: true })).toBeVisible()
  await expect(page.getByText('No mail server is configured')).toBeVisible()
  const kinds = page.getByLabel('Email', { exact: true })
  await expect(preview(page).locator('.card')).toBeVisible()
  const visited = await page.evaluate(() => history.length)
  await kinds.selectOption('Several things happened within an hour')
  await expect(page.getByRole('heading', { name: '2 new posts and 1 reply to you' })).toBeVisible()
  await expect(preview(page).getByText('New post: “Two watches”.')).toBeVisible()
  await expect(preview(page).getByRole('link', { name: 'To stop these emails' })).toBeVisible()
  // The styles of the email stay in its frame.
  await expect(preview(page).locator('.card')).toHaveCSS('max-width', '560px')
  expect(await page.evaluate(() => history.length), 'Back leaves the page').toBe(visited)
  await page.getByLabel('Seen as').selectOption('Phone')
  await expect(page.locator('iframe')).toHaveCSS('width', /^([23]\d\d(\.\d+)?)px$/)
  expect(
    await preview(page)
      .locator('html')
      .evaluate((root) => root.scrollWidth > root.clientWidth),
  ).toBe(false)
  await page.getByLabel('Seen as').selectOption('Text only')
  await expect(page.getByText('Hello Mina,')).toBeVisible()
  const count = await kinds.locator('option').count()
  expect(count).toBeGreaterThan(25)
  expect(refused).toEqual([])
})
