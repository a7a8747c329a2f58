import { appCode } from '../server/src/testing/app-code.ts'
import { smtpForTests, type TestSmtp } from '../server/src/testing/smtp-for-tests.ts'
import { openBareSite } from './bare-site.ts'
import { expect, hydrated, type Page, test, toastOn } from './club.ts'
import { fillAccount, firstAdminPassword } from './first-admin.ts'
import { cards, newApplicant, payOn, signUpOn } from './joining.ts'

/* One site from its first start on; each test continues where the one before ended. */
test.describe.configure({ mode: 'serial' })

let site: Awaited<ReturnType<typeof openBareSite>>
let smtp: TestSmtp
let admin: Page
/** The address of the site since its last start. */
let url: string

test.beforeAll(async ({ browser }) => {
  site = await openBareSite()
  smtp = await smtpForTests()
  admin = await browser.newPage()
})
test.afterAll(async () => {
  await admin.context().close()
  await site.close()
  await smtp.close()
})

test('brings an empty club to its first paying member by the checklist alone [SETUP-1, SETUP-2, T-AU-23]', async ({
  browser,
}) => {
  const [creator, fan] = [await browser.newPage(), await browser.newPage()]
  await admin.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => admin.evaluate(() => navigator.clipboard.readText())
  const former = await site.start()
  await site.stop()
  const { url: address, link } = await site.start()
  await admin.goto(former.link!.replace(former.url, address))
  await expect(admin.getByRole('alert')).toContainText('This link is no longer valid.')

  await admin.goto('about:blank')
  await admin.goto(link!)
  await expect(admin.getByRole('heading', { name: 'Become an Admin' })).toBeVisible()
  expect(admin.url()).toBe(`${address}/setup`)
  await fillAccount(admin, { firstName: '', email: 'ada@club.example' })
  await expect(admin.getByText('First name is required')).toBeVisible()
  await fillAccount(admin, { firstName: 'Ada', email: 'ada@club.example' })
  await expect(admin).toHaveURL(`${address}/admin`)
  const dashboard = admin.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })
  const setUp = admin.getByRole('region', { name: 'Set Up the Club' })
  // The gate is open in this test.
  await expect(setUp).toContainText('1 of 10 done')

  await setUp.getByRole('link', { name: 'Name the club' }).click()
  const club = admin.getByRole('form', { name: 'The Club' })
  await club.getByLabel('Name', { exact: true }).fill('The Ninth')
  await club.getByLabel('Tagline').fill('Football, from the touchline.')
  await club.getByRole('button', { name: 'Save in the Draft' }).click()
  await admin.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(admin.getByText('Version 1 is published.')).toBeVisible()

  const codes = await admin.request.get(`${address}/api/admin/promo-codes`)
  expect((await codes.json()).codes).toEqual([])
  await dashboard.click()
  await setUp.getByRole('link', { name: 'Invite the creator' }).click()
  await expect(admin.getByText('No mail server is configured: copy the link')).toBeVisible()
  await admin.getByLabel('Email', { exact: true }).fill('kim@club.example')
  await admin.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toastOn(admin)).toContainText('The email to kim@club.example is in the folder “outbox”.')
  const invited = admin.getByRole('main').getByRole('listitem').filter({ hasText: 'kim@club.example' })
  await expect(invited).toContainText('Valid until')
  await invited.getByRole('button', { name: /^Copy the link/ }).click()
  await expect.poll(copied).toMatch(/\/setup#/)
  const invitation = await copied()
  await expect.poll(async () => (await site.emails()).join('')).toContain(invitation)

  await creator.goto(invitation)
  await expect(creator.getByRole('heading', { name: 'Become a Creator' })).toBeVisible()
  await expect(creator.getByLabel('Email', { exact: true })).toHaveValue('kim@club.example')
  await expect(creator.getByLabel('Email', { exact: true })).not.toBeEditable()
  await fillAccount(creator, { firstName: 'Kim' })
  await expect(creator).toHaveURL(`${address}/`)
  await creator
    .getByRole('region', { name: 'First Steps' })
    .getByRole('link', { name: 'Publish the first post' })
    .click()
  await creator.getByRole('button', { name: 'Write a Post', exact: true }).click()
  await creator.getByLabel('Title (optional)').fill('Hello from the ninth')
  await creator.getByLabel('Content').fill('The first words of this club.')
  await creator.getByRole('button', { name: 'Publish', exact: true }).click()
  const welcome = creator.getByRole('article', { name: 'Hello from the ninth' })
  await welcome.getByRole('button', { name: /^More/ }).click()
  await creator.getByRole('button', { name: 'Pin Above the Feed' }).click()
  await expect(toastOn(creator)).toContainText('Pinned above the feed')
  await creator.goto(link!)
  await expect(creator.getByRole('alert')).toContainText('This link is no longer valid.')

  await dashboard.click()
  await setUp.getByRole('link', { name: 'Invite the creator (done)' }).click()
  for (const text of ['Ada Keeper', 'Kim Keeper', 'Main creator'])
    await expect(admin.getByText(text)).toBeVisible()
  await expect(invited).not.toContainText('Valid until')
  await dashboard.click()
  await expect(setUp).toContainText('Kim has joined.')
  await expect(setUp.getByRole('link', { name: 'First post (done)' })).toBeVisible()
  await setUp.getByRole('button', { name: 'Copy the Address' }).click()
  await expect.poll(copied).toMatch(/\/signup$/)

  const applicant = newApplicant()
  await fan.goto(await copied())
  await hydrated(fan)
  await signUpOn(fan, applicant)
  await payOn(fan, cards.good)
  const fanSteps = fan.getByRole('region', { name: 'First Steps' })
  await expect(fanSteps).toContainText('0 of 3 done')
  await fanSteps.getByRole('link', { name: 'Read the welcome' }).click()
  await expect(fan.getByText('The first words of this club.')).toBeVisible()

  await admin.reload()
  await expect(setUp.getByRole('link', { name: 'Test purchase (done)' })).toBeVisible()
  await expect(setUp).toContainText('5 of 10 done')
  await expect(setUp).toContainText('Missing: the support address.')
  await setUp.getByRole('button', { name: 'Dismiss' }).click()
  await admin.getByRole('button', { name: 'Show the setup checklist' }).click()
  await expect(setUp).toBeVisible()
  for (const page of [creator, fan]) await page.context().close()
  await site.stop()
  const last = await site.start({ REQUIRE_TWO_FACTOR: 'admin', SMTP_URL: smtp.url })
  expect(last.link).toBeNull()
  url = last.url
})

test('requires a second step of the configured roles before anything else [LOGIN-8]', async ({ browser }) => {
  const title = admin.getByRole('heading', { name: 'Two-Factor Authentication', level: 1 })
  for (const address of ['/', '/admin', '/settings', '/content']) {
    await admin.goto(url + address)
    await expect(title).toBeVisible()
  }
  expect((await admin.request.get(`${url}/api/admin/users`)).status()).toBe(403)

  await expect(admin.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await admin.locator('code').innerText()
  await admin.getByLabel('Code from the app').fill(appCode(secret))
  await admin.getByRole('button', { name: 'Turn On' }).click()
  await expect(admin.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')).toHaveCount(10)
  await admin.getByRole('button', { name: 'I Have Saved Them' }).click()
  await admin.goto(`${url}/admin`)
  await expect(admin.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  const again = await browser.newPage()
  await again.goto(`${url}/login`)
  await again.getByLabel('Email', { exact: true }).fill('ada@club.example')
  await again.getByLabel('Password', { exact: true }).fill(firstAdminPassword)
  await again.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  // Each code works once.
  await again.getByLabel('Code', { exact: true }).fill(appCode(secret, 1))
  await again.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(again).toHaveURL(`${url}/content`)
  await again.context().close()
})

test('keeps a support message while the mail server is down, to resend later [LAND-9]', async ({
  browser,
}) => {
  const text = 'The gate squeaks.'
  smtp.greets = false
  const visitor = await browser.newPage()
  await visitor.goto(url)
  await visitor.getByRole('button', { name: 'Contact Us' }).first().click()
  const dialog = visitor.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Mina Osei')
  await dialog.getByLabel('Email').fill('mina@club.example')
  await dialog.getByLabel('Message').fill(text)
  await dialog.getByRole('button', { name: 'Send Message' }).click()
  await expect(toastOn(visitor)).toContainText('Message Sent')
  await expect(dialog).toHaveCount(0)
  await visitor.context().close()

  await admin.goto(`${url}/admin/support`)
  await expect(admin.getByRole('article').filter({ hasText: text })).toBeVisible()
  await admin.goto(`${url}/admin/mail`)
  // Without a support mailbox the message is emailed to the admins.
  const about = { hasText: 'Message from the contact form' }
  const late = admin
    .getByRole('region', { name: 'Waiting for another try' })
    .getByRole('article')
    .filter(about)
  // A connection of an earlier email may still be open: its server then stops answering instead of not greeting.
  await expect(late).toContainText(/Greeting never received|Timeout/)

  // The mail server is back and rejects the email.
  smtp.greets = true
  smtp.answerTo = (address) =>
    address === 'ada@club.example' ? { code: 550, words: 'No such mailbox here' } : 'take'
  await late.getByRole('button', { name: 'Try Again' }).click()
  const failed = admin.getByRole('region', { name: 'Failed' }).getByRole('article').filter(about)
  await expect(failed).toContainText('No such mailbox here')
  await expect(failed).toContainText('Given up')
  expect(smtp.received.join()).not.toContain(text)

  smtp.answerTo = () => 'take'
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await expect(failed).toHaveCount(0)
  await expect.poll(() => smtp.received.join()).toContain(text)
})
