import { expect, type Page, toastOn } from './club.ts'
import { emailsTo } from './sent-emails.ts'
import { test } from './joining.ts'
import { becomeMember } from './people.ts'

const zone = (page: Page) => page.getByRole('region', { name: 'Danger Zone' })
const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Request Account Deletion' })

/** Waits for the email and returns the fragment of its link. */
async function linkIn(email: string, kind: 'confirm' | 'undo'): Promise<string> {
  const pattern = new RegExp(`/account-deletion(#${kind}\\.[\\w-]{43})`)
  const find = async () => (await emailsTo(email)).flatMap((text) => pattern.exec(text)?.[1] ?? [])
  await expect.poll(async () => (await find()).length).toBeGreaterThan(0)
  return (await find()).at(-1) ?? ''
}

/** Records the mailto links that the page opens. */
async function draftsOf(page: Page): Promise<string[]> {
  const drafts: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('mailto:')) drafts.push(url)
  })
  return drafts
}

async function askOn(page: Page, message: string) {
  await page.goto('/settings')
  await zone(page).getByRole('button', { name: 'Request Account Deletion' }).click()
  await dialogOn(page).getByLabel('Why do you want to leave?').fill(message)
  await dialogOn(page).getByRole('button', { name: 'Send Request' }).click()
}

test('emails a link that confirms a deletion, which the settings cancel [SET-6]', async ({ visit }) => {
  const page = await visit()
  const { email } = await becomeMember(page)
  const drafts = await draftsOf(page)
  await askOn(page, '   ')
  await expect(toastOn(page)).toContainText('Message RequiredPlease enter a message explaining your request.')
  await expect(dialogOn(page).getByRole('alert')).toHaveText(
    'Please enter a message explaining your request.',
  )
  await dialogOn(page).getByLabel('Why do you want to leave?').fill('No more Sundays & cups')
  await dialogOn(page).getByRole('button', { name: 'Send Request' }).click()
  await expect(dialogOn(page)).toBeHidden()
  await expect(toastOn(page)).toContainText('Request Received')
  await expect.poll(() => drafts).toHaveLength(1)
  const draft = new URL(drafts[0]!)
  expect(draft.pathname).toBe('support@touchline.example')
  expect(draft.searchParams.get('body')).toContain('No more Sundays & cups')
  await expect(zone(page)).toContainText(`We have emailed a link to ${email}.`)

  // Opening the link changes nothing; it works once.
  const link = await linkIn(email, 'confirm')
  const elsewhere = await visit()
  await elsewhere.goto(`/account-deletion${link}`)
  await expect(elsewhere).toHaveURL('/account-deletion')
  await elsewhere.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(elsewhere.getByText('Your account will be deleted on')).toBeVisible()
  const again = await visit()
  await again.goto(`/account-deletion${link}`)
  await again.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(again.getByRole('alert')).toContainText('This link is no longer valid.')

  await page.reload()
  await expect(zone(page)).toContainText('Your account will be deleted on')
  await page.getByRole('link', { name: 'Change your mind' }).click()
  await expect(zone(page).getByRole('heading')).toBeInViewport()
  await expect(zone(page).getByRole('button', { name: 'Request Account Deletion' })).toHaveCount(0)
  await zone(page).getByRole('button', { name: 'Keep My Account' }).click()
  await expect(toastOn(page)).toContainText('Your account stays')
  await expect(zone(page).getByRole('button', { name: 'Request Account Deletion' })).toBeVisible()
})

test('cancels the deletion by the emailed link while signed out [SET-6]', async ({ visit }) => {
  const page = await visit()
  const { email } = await becomeMember(page)
  await askOn(page, 'Just a pause')
  const confirming = await visit()
  await confirming.goto(`/account-deletion${await linkIn(email, 'confirm')}`)
  await confirming.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(confirming.getByText('Your account will be deleted on')).toBeVisible()

  const undoing = await visit()
  await undoing.goto(`/account-deletion${await linkIn(email, 'undo')}`)
  await undoing.getByRole('button', { name: 'Keep My Account' }).click()
  await expect(undoing.getByText('Your account stays: nothing will be deleted.')).toBeVisible()
  await page.reload()
  await expect(zone(page).getByRole('button', { name: 'Request Account Deletion' })).toBeVisible()
})

test('lists deletion requests for admins and offers staff none of their own [SET-6]', async ({
  visit,
  signedInAs,
}) => {
  const page = await visit()
  const { email } = await becomeMember(page, undefined, { lastName: 'Farewell' })
  await askOn(page, 'Off to another club')
  await expect(zone(page)).toContainText('We have emailed a link')

  const admin = await signedInAs('admin')
  await admin.goto('/admin/deletions')
  const request = admin
    .getByRole('list', { name: 'Requests' })
    .getByRole('listitem')
    .filter({ hasText: email })
  await expect(request).toContainText('Nora Farewell')
  await expect(request).toContainText('Not confirmed yet')
  await expect(request).toContainText('Off to another club')
  await admin.goto('/settings')
  await expect(admin.getByRole('region', { name: 'Active Sessions' })).toBeVisible()
  await expect(zone(admin)).toHaveCount(0)
  // A link without a token is incomplete.
  await admin.goto('/account-deletion#confirm.')
  await expect(admin.getByRole('alert')).toContainText('This link is incomplete.')
})
