import { smtpForTests } from '../server/src/testing/smtp-for-tests.ts'
import { openBareSite } from './bare-site.ts'
import { expect, type Page, test, toastOn } from './club.ts'
import { becomeFirstAdmin } from './first-admin.ts'

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

test('keeps a support message while the mail server is down, to resend later [LAND-9]', async ({
  browser,
}) => {
  test.slow()
  const smtp = await smtpForTests()
  smtp.greets = false
  const site = await openBareSite({ SMTP_URL: smtp.url })
  const [visitor, admin] = [await browser.newPage(), await browser.newPage()]
  try {
    const { url, link } = await site.start()
    // Without a support mailbox the message is emailed to the admins.
    await becomeFirstAdmin(admin, link!)
    await visitor.goto(url)
    await visitor.getByRole('button', { name: 'Contact Us' }).first().click()
    const dialog = visitor.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Mina Osei')
    await dialog.getByLabel('Email').fill('mina@club.example')
    await dialog.getByLabel('Message').fill('The gate squeaks.')
    await dialog.getByRole('button', { name: 'Send Message' }).click()
    await expect(toastOn(visitor)).toContainText('Message Sent')
    await expect(dialog).toHaveCount(0)

    await admin.goto(`${url}/admin/support`)
    await expect(admin.getByRole('article').filter({ hasText: 'The gate squeaks.' })).toBeVisible()
    await admin.goto(`${url}/admin/mail`)
    const late = admin.getByRole('region', { name: 'Waiting for another try' }).getByRole('article')
    await expect(late).toContainText('Message from the contact form')
    await expect(late).toContainText('Greeting never received')

    // The mail server is back and rejects the email.
    smtp.greets = true
    smtp.answerTo = () => ({ code: 550, words: 'No such mailbox here' })
    await late.getByRole('button', { name: 'Try Again' }).click()
    const failed = admin.getByRole('region', { name: 'Failed' }).getByRole('article')
    await expect(failed).toContainText('No such mailbox here')
    await expect(failed).toContainText('Given up')
    expect(smtp.received).toEqual([])

    smtp.answerTo = () => 'take'
    await failed.getByRole('button', { name: 'Try Again' }).click()
    await expect(admin.getByText('Nothing failed')).toBeVisible()
    await expect.poll(() => smtp.received.join()).toContain('The gate squeaks.')
  } finally {
    await visitor.close()
    await admin.close()
    await smtp.close()
    await site.close()
  }
})
