import { openLivePage, publish, titled } from './club-posts.ts'
import { boxOf, listed, post } from './comment-box.ts'
import { dismissToast, expect, type Page, toastOn } from './club.ts'
import { readToEnd } from './inbox-list.ts'
import { test } from './joining.ts'
import { emailsTo } from './sent-emails.ts'
import { becomeMember, sendTip } from './people.ts'

const openComments = async (page: Page, title: string) => {
  await page.goto(titled(title))
  await page.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(page)).toBeVisible()
}

const caseAbout = (admin: Page, text: string) => admin.getByRole('article').filter({ hasText: text })

async function reportBy(page: Page, button: string | RegExp, words: string) {
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog', { name: /^Report/ })
  await dialog.getByLabel('Which rule does it break?').selectOption('5. No advertising boards')
  await dialog.getByLabel(/^Anything else/).fill(words)
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(toastOn(page)).toContainText('Report Sent')
  await dismissToast(page)
}

const look = (admin: Page, state: 'open' | 'appealed' | 'decided') =>
  admin.getByLabel('Which reports').selectOption(state)

/** Opens an appeal against a decision of this admin: while another test has a second one, only that one may decide. */
async function openAppeal(admin: Page, words: string) {
  const appealed = caseAbout(admin, words)
  await expect(async () => {
    await look(admin, 'open')
    await look(admin, 'appealed')
    await expect(appealed).toContainText('There is no other admin', { timeout: 10_000 })
  }).toPass()
  return appealed
}

test('restores a removed comment after its author’s appeal [ADM-4]', async ({
  signedInAs,
  unlocked: visitor,
}) => {
  const [member, creator, admin] = [
    await signedInAs('member'),
    await signedInAs('creator'),
    await signedInAs('admin'),
  ]
  const title = await publish(creator, 'Report below')
  const words = `You were bought, ${title}`
  await openComments(member, title)
  await boxOf(member).fill(words)
  await post(member).click()
  await expect(listed(member)).toContainText(words)
  // Authors cannot report their own content.
  await expect(member.getByRole('button', { name: /^Report the comment/ })).toHaveCount(0)

  await openComments(creator, title)
  await creator.getByRole('button', { name: /^Report the comment by Mina/ }).click()
  const dialog = creator.getByRole('dialog', { name: /^Report the comment/ })
  await expect(dialog.getByRole('button', { name: 'Send Report' })).toBeDisabled()
  await dialog.getByLabel('Which rule does it break?').selectOption('1. Play the ball, not the person')
  await dialog.getByLabel(/^Anything else/).fill('An accusation.')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(toastOn(creator)).toContainText('Report Sent')
  await expect(dialog).toHaveCount(0)

  await openLivePage(creator, '/inbox')
  await readToEnd(creator)
  const inInbox = creator.getByRole('listitem').filter({ hasText: words })
  await expect(inInbox).toHaveCount(1)

  await admin.goto('/admin/reports')
  const found = caseAbout(admin, words)
  await expect(found).toContainText('1 report')
  await expect(found).toContainText('An accusation.')
  await found.getByRole('button', { name: /^Remove: / }).click()
  const ruling = admin.getByRole('dialog', { name: 'Remove' })
  await expect(ruling.getByLabel('Which rule was broken?')).toHaveValue('respect')
  await ruling.getByLabel(/^Message to/).fill('Please stay with the call.')
  await ruling.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toastOn(admin)).toContainText('Decided')
  await expect(caseAbout(admin, words)).toHaveCount(0)
  await dismissToast(admin)

  // It disappears live, and does not count as answered.
  await expect(inInbox).toHaveCount(0)
  await expect(creator.getByText('The comment by Mina is answered.')).toHaveCount(0)
  await expect(listed(member)).toContainText('Removed by the moderators')
  await expect(member.getByText(words)).toHaveCount(0)
  await expect(member.getByRole('button', { name: 'Comments (1)' })).toBeVisible()

  await member.goto('/settings')
  const section = member.getByRole('region', { name: 'Your Reports and Decisions' })
  await expect(section.getByText('Please stay with the call.')).not.toHaveCount(0)
  const link = section.getByRole('link', { name: 'Appeal' }).first()
  const address = await link.getAttribute('href')
  await link.click()
  await expect(member.getByRole('heading', { name: 'Appeal', level: 1 })).toBeVisible()
  await expect(member.getByText('Play the ball, not the person')).toBeVisible()

  // The emailed link needs no session.
  await visitor.goto(address!)
  await visitor.getByLabel('Why is the decision wrong?').fill('It was a joke between us.')
  await visitor.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(visitor.getByText('The moderators have not looked at your appeal yet.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Send Appeal' })).toHaveCount(0)

  const appealed = await openAppeal(admin, words)
  await expect(appealed).toContainText('It was a joke between us.')
  await appealed.getByLabel(/^Answer to the appeal/).fill('Fair enough.')
  await appealed.getByRole('button', { name: 'Take It Back' }).click()
  await expect(toastOn(admin)).toContainText('Appeal Decided')
  await look(admin, 'decided')
  await expect(caseAbout(admin, words)).toContainText('Decision taken back')

  await openComments(member, title)
  await expect(listed(member)).toContainText(words)
  await visitor.reload()
  await expect(visitor.getByText('After your appeal the decision was taken back.')).toBeVisible()
})

test('lets an admin remove a post by keyboard and shows a failure [ADM-4]', async ({ signedInAs }) => {
  const [creator, admin] = [await signedInAs('creator'), await signedInAs('admin')]
  const title = await publish(creator, 'Against the rules')
  await admin.goto('/admin/reports')
  await admin.getByLabel('Search posts').fill(title)
  await admin.getByLabel('Search posts').press('Enter')
  const remove = admin.getByRole('button', { name: `Remove ${title}` })
  await remove.press('Enter')
  const dialog = admin.getByRole('dialog', { name: 'Remove post' })
  await dialog.getByLabel('Which rule was broken?').selectOption('5. No advertising boards')
  await admin.route('**/api/admin/posts/*/removal', (route) => route.fulfill({ status: 500, body: '' }))
  await dialog.getByRole('button', { name: 'Remove Post' }).press('Enter')
  await expect(toastOn(admin)).toContainText('Failed to remove post.')
  await admin.unroute('**/api/admin/posts/*/removal')
  await dismissToast(admin)
  await dialog.getByRole('button', { name: 'Remove Post' }).press('Enter')
  await expect(toastOn(admin)).toContainText('Post Removed')
  await expect(admin.getByText('No posts found')).toBeVisible()

  await creator.goto(titled(title))
  await expect(creator.getByText('No posts found')).toBeVisible()
})

test('explains a broken appeal link [ADM-4]', async ({ unlocked: visitor }) => {
  await visitor.goto('/appeal')
  await expect(visitor.getByRole('alert')).toHaveText(/incomplete/)
  await visitor.goto('/appeal#not.sent')
  await visitor.reload()
  await expect(visitor.getByRole('alert')).toHaveText(/incomplete/)
})

test('keeps a reported post when the case is dismissed [ADM-4]', async ({ visit, signedInAs }) => {
  const [member, creator, admin] = [await visit(), await signedInAs('creator'), await signedInAs('admin')]
  await becomeMember(member)
  const title = await publish(creator, 'Reported for nothing')
  await member.goto(titled(title))
  await reportBy(member, /^Report the post/, 'It is an advert.')
  await admin.goto('/admin/reports')
  const found = caseAbout(admin, title)
  await expect(found).toContainText('It is an advert.')
  await found.getByRole('button', { name: 'Dismiss' }).click()
  await expect(toastOn(admin)).toContainText('Decided')
  await expect(caseAbout(admin, title)).toHaveCount(0)
  await look(admin, 'decided')
  await expect(caseAbout(admin, title)).toContainText('Dismissed')

  await member.goto('/settings')
  const section = member.getByRole('region', { name: 'Your Reports and Decisions' })
  await expect(section).toContainText('It does not break the rules.')
  await member.goto(titled(title))
  await expect(member.getByRole('article').filter({ hasText: title })).toBeVisible()
})

test('warns the author of a reported tip message [ADM-4]', async ({ visit, signedInAs }) => {
  const [member, creator, admin] = [await visit(), await signedInAs('creator'), await signedInAs('admin')]
  const { email } = await becomeMember(member)
  const words = `Buy my boots ${email.slice(4, 12)}`
  await sendTip(member, words)
  await creator.goto(`/tips-received?search=${encodeURIComponent(words)}`)
  await reportBy(creator, /^Report/, 'A shop.')
  await admin.goto('/admin/reports')
  const found = caseAbout(admin, words)
  await expect(found).toContainText('Message with a tip')
  await found.getByRole('button', { name: 'Warn' }).click()
  const ruling = admin.getByRole('dialog', { name: 'Warn' })
  await expect(ruling.getByLabel('Which rule was broken?')).toHaveValue('spam')
  await ruling.getByLabel(/^Message to/).fill('No shops, please.')
  await ruling.getByRole('button', { name: 'Send Warning' }).click()
  await expect(toastOn(admin)).toContainText('Decided')
  await look(admin, 'decided')
  await expect(caseAbout(admin, words)).toContainText('Author warned')
  await expect(caseAbout(admin, words)).toContainText('Members can see it.')

  await expect.poll(async () => (await emailsTo(email)).join()).toContain('No shops, please.')
  await member.goto('/content')
  await expect(member.getByRole('heading', { name: 'Premium Content' })).toBeVisible()
})

test('upholds a block after an appeal by the emailed link [ADM-4, SYS-2]', async ({ visit, signedInAs }) => {
  const [member, creator, admin] = [await visit(), await signedInAs('creator'), await signedInAs('admin')]
  const { email } = await becomeMember(member)
  const title = await publish(creator, 'Shops below')
  const words = `Shirts for sale, ${title}`
  await openComments(member, title)
  await boxOf(member).fill(words)
  await post(member).click()
  await expect(listed(member)).toContainText(words)
  await openComments(creator, title)
  await reportBy(creator, /^Report the comment/, 'Another shop.')

  await admin.goto('/admin/reports')
  await caseAbout(admin, words).getByRole('button', { name: 'Block Author' }).click()
  const ruling = admin.getByRole('dialog', { name: 'Remove and block' })
  await ruling.getByLabel('For how long?').selectOption('30 days')
  await ruling.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(toastOn(admin)).toContainText('Decided')
  await expect(member.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
  await expect(listed(creator)).not.toContainText(words)

  const address = async () =>
    (await emailsTo(email)).map((text) => /http:\S+(\/appeal#[^\s"<]+)/.exec(text)?.[1]).find(Boolean)
  await expect.poll(address).toBeTruthy()
  const visitor = await visit()
  await visitor.goto((await address())!)
  await visitor.getByLabel('Why is the decision wrong?').fill('They are good shirts.')
  await visitor.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(visitor.getByText('The moderators have not looked at your appeal yet.')).toBeVisible()

  const appealed = await openAppeal(admin, words)
  await expect(appealed).toContainText('They are good shirts.')
  await appealed.getByLabel(/^Answer to the appeal/).fill('Still shirts.')
  await appealed.getByRole('button', { name: 'Let It Stand' }).click()
  await expect(toastOn(admin)).toContainText('Appeal Decided')
  await look(admin, 'decided')
  await expect(caseAbout(admin, words)).toContainText('Decision stands')
  await visitor.reload()
  await expect(visitor.getByText('Still shirts.')).toBeVisible()
  await member.reload()
  await expect(member.getByRole('heading', { name: 'Account Suspended' })).toBeVisible()
})
