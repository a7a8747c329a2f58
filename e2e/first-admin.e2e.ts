import { openBareSite } from './bare-site.ts'
import { expect, test, toastOn } from './club.ts'
import { fillAccount } from './first-admin.ts'

test('creates the first admin by the start link and the creator by email [T-AU-23]', async ({ browser }) => {
  test.slow()
  const site = await openBareSite()
  const admin = await browser.newPage()
  const creator = await browser.newPage()
  try {
    const former = await site.start()
    await site.stop()
    const { url, link } = await site.start()
    await admin.goto(former.link!.replace(former.url, url))
    await expect(admin.getByRole('alert')).toContainText('This link is no longer valid.')

    await admin.goto('about:blank')
    await admin.goto(link!)
    await expect(admin.getByRole('heading', { name: 'Become an Admin' })).toBeVisible()
    expect(admin.url()).toBe(`${url}/setup`)
    await fillAccount(admin, { firstName: '', email: 'ada@club.example' })
    await expect(admin.getByText('First name is required')).toBeVisible()
    await fillAccount(admin, { firstName: 'Ada', email: 'ada@club.example' })

    await expect(admin.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible()
    await expect(admin.getByText('Ada Keeper')).toBeVisible()
    await admin.getByLabel('Email', { exact: true }).fill('kim@club.example')
    await admin.getByRole('button', { name: 'Send Invitation' }).click()
    await expect(toastOn(admin)).toContainText('The email to kim@club.example is in the folder “outbox”.')
    const invited = admin.getByRole('main').getByRole('listitem').filter({ hasText: 'kim@club.example' })
    await expect(invited).toContainText('Valid until')

    const mailed = async () =>
      (await site.emails()).map((text) => /http:\S+\/setup#[\w-]+/.exec(text)?.[0]).find(Boolean)
    await expect.poll(mailed).toBeTruthy()
    await creator.goto((await mailed())!)
    await expect(creator.getByRole('heading', { name: 'Become a Creator' })).toBeVisible()
    await expect(creator.getByLabel('Email', { exact: true })).toHaveValue('kim@club.example')
    await expect(creator.getByLabel('Email', { exact: true })).not.toBeEditable()
    await fillAccount(creator, { firstName: 'Kim' })
    await expect(creator).toHaveURL(`${url}/content`)

    await admin.reload()
    await expect(admin.getByText('Kim Keeper')).toBeVisible()
    await expect(admin.getByText('Main creator')).toBeVisible()
    await expect(invited).not.toContainText('Valid until')
    await creator.goto(link!)
    await expect(creator.getByRole('alert')).toContainText('This link is no longer valid.')
    await site.stop()
    expect((await site.start()).link).toBeNull()
  } finally {
    await admin.close()
    await creator.close()
    await site.close()
  }
})
