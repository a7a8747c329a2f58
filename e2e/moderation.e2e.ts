import { publish, titled } from './club-posts.ts'
import { boxOf, listed, post } from './comment-box.ts'
import { dismissToast, expect, type Page, test, toastOn } from './club.ts'

const openComments = async (page: Page, title: string) => {
  await page.goto(titled(title))
  await page.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(page)).toBeVisible()
}

/** The case about something that says `text`, on the admin's page. */
const caseAbout = (admin: Page, text: string) => admin.getByRole('article').filter({ hasText: text })

const look = (admin: Page, state: 'open' | 'appealed' | 'decided') =>
  admin.getByLabel('Which reports').selectOption(state)

test('a reported comment is removed, its author appeals, and it comes back [ADM-4]', async ({
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
  // Nobody reports what they wrote themselves.
  await expect(member.getByRole('button', { name: /^Report the comment/ })).toHaveCount(0)

  await openComments(creator, title)
  await creator.getByRole('button', { name: /^Report the comment of Mina/ }).click()
  const dialog = creator.getByRole('dialog', { name: /^Report the comment/ })
  await expect(dialog.getByRole('button', { name: 'Send Report' })).toBeDisabled()
  await dialog.getByLabel('What does it break?').selectOption('1. Play the ball, not the person')
  await dialog.getByLabel(/^Anything else/).fill('An accusation.')
  await dialog.getByRole('button', { name: 'Send Report' }).click()
  await expect(toastOn(creator)).toContainText('Report Sent')
  await expect(dialog).toHaveCount(0)

  await admin.goto('/admin/reports')
  const found = caseAbout(admin, words)
  await expect(found).toContainText('1 report')
  await expect(found).toContainText('An accusation.')
  await found.getByRole('button', { name: 'Remove', exact: true }).click()
  const ruling = admin.getByRole('dialog', { name: 'Remove' })
  await expect(ruling.getByLabel('Which rule was broken?')).toHaveValue('respect')
  await ruling.getByLabel(/^Words for/).fill('Please stay with the call.')
  await ruling.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(toastOn(admin)).toContainText('Decided')
  await expect(caseAbout(admin, words)).toHaveCount(0)
  await dismissToast(admin)

  // It goes from a screen that shows it, without being asked.
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

  // The link of the letter is enough, for somebody who cannot sign in.
  await visitor.goto(address!)
  await visitor.getByLabel('Why is the decision wrong?').fill('It was a joke between us.')
  await visitor.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(visitor.getByText('The moderators have not looked at your appeal yet.')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Send Appeal' })).toHaveCount(0)

  await look(admin, 'appealed')
  const appealed = caseAbout(admin, words)
  await expect(appealed).toContainText('It was a joke between us.')
  await expect(appealed).toContainText('There is no other admin')
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

test('an admin removes a post by a rule, with the keyboard; a failure says so [ADM-4]', async ({
  signedInAs,
}) => {
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

test('a broken link to an appeal says so, and the moderation is for admins alone [ADM-1] @everywhere', async ({
  unlocked: visitor,
  signedInAs,
}) => {
  await visitor.goto('/appeal')
  await expect(visitor.getByRole('alert')).toHaveText(/not complete/)
  await visitor.goto('/appeal#nobody.sent')
  await visitor.reload()
  await expect(visitor.getByRole('alert')).toHaveText(/not complete/)
  const creator = await signedInAs('creator')
  for (const address of ['/admin/reports', '/admin/support']) {
    await creator.goto(address)
    await expect(creator).toHaveURL('/')
  }
})
