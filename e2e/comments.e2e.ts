import { gotoLive, publish, titled } from './club-posts.ts'
import { demoEmail, demoPassword, expect, type Page, rememberPassedGate, test, toastOn } from './club.ts'
import { becomeMember } from './people.ts'

const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Add a comment' })
const post = (page: Page) => page.getByRole('button', { name: 'Post', exact: true })
const listed = (page: Page) => page.getByRole('region', { name: 'All comments' }).getByRole('listitem')

const shown = (page: Page, text: string) => listed(page).filter({ hasText: text }).first()

/** Says something without a page. */
async function say(page: Page, title: string, data: { content: string; replyToId?: string }) {
  const found = await page.request.get(`/api/posts?search=${encodeURIComponent(title)}`)
  const { posts } = await found.json()
  const reply = await page.request.post(`/api/posts/${posts[0].id}/comments`, { data })
  expect(reply.status()).toBe(201)
  const comment: { id: string; postId: string } = await reply.json()
  return comment
}

/** A fresh post with its comments open, for a reader. */
async function openComments(reader: Page, title: string) {
  await reader.goto(titled(title))
  await reader.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(reader)).toBeVisible()
}

test('adds a comment without the spaces around it, and never an empty one [CMT-1, CMT-3] @everywhere', async ({
  signedInAs,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Comment on this')
  await openComments(member, title)
  await expect(post(member)).toBeDisabled()
  await boxOf(member).fill('  \n ')
  await expect(post(member)).toBeDisabled()

  await boxOf(member).fill('  Never a penalty.\nNot in my book.  ')
  const sent = member.waitForRequest((request) => request.method() === 'POST')
  await post(member).click()
  expect((await sent).postDataJSON()).toMatchObject({ content: 'Never a penalty.\nNot in my book.' })
  await expect(listed(member)).toHaveCount(1)
  await expect(listed(member)).toContainText('Mina')
  await expect(listed(member)).toContainText('Just now')
  await expect(listed(member)).toContainText('Not in my book.')
  await expect(boxOf(member)).toHaveValue('')
  await expect(member.getByRole('button', { name: 'Comments (1)' })).toBeVisible()
  await expect(listed(member).getByText('Verified')).toHaveCount(0)
  await expect(member.getByRole('button', { name: /^Delete the comment/ })).toHaveCount(0)

  await openComments(creator, title)
  await boxOf(creator).fill('I had a better view.')
  await boxOf(creator).press('Control+Enter')
  const answer = listed(creator).filter({ hasText: 'I had a better view.' })
  await expect(answer).toContainText('Sam')
  await expect(answer.getByText('Verified')).toBeVisible()
  await expect(listed(member).filter({ hasText: 'I had a better view.' })).toBeVisible()
})

test('never sends members the e-mail addresses of others [CMT-3]', async ({ signedInAs }) => {
  const member = await signedInAs('member')
  const answered = member.waitForResponse(/\/api\/posts\/[^/]+\/comments/)
  await openComments(member, 'The call I got wrong')
  const text = await (await answered).text()
  expect(text).toContain('"user"')
  const addresses = text.match(/[\w.+-]+@[\w.-]+/g) ?? []
  expect(addresses.filter((address) => address !== demoEmail('member'))).toEqual([])
})

test('removes a comment only after asking, for the creator; a failure says so [CMT-1, CMT-2]', async ({
  signedInAs,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Comments with care')
  await openComments(member, title)
  await boxOf(member).fill('Get your eyes tested!')
  await post(member).click()
  await expect(listed(member)).toHaveCount(1)

  await openComments(creator, title)
  const ask = () => creator.getByRole('button', { name: 'Delete the comment of Mina' }).click()
  const question = creator.getByRole('alertdialog', { name: 'Delete Comment' })
  await ask()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(listed(creator)).toHaveCount(1)

  await creator.route('**/api/comments/*', (route) => route.fulfill({ status: 500, body: '' }))
  await ask()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toastOn(creator)).toContainText('Failed to delete comment. Please try again.')
  await expect(listed(creator)).toHaveCount(1)
  await creator.unrouteAll()

  await ask()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(listed(creator)).toHaveCount(0)
  await expect(creator.getByRole('button', { name: 'Comments (0)' })).toBeVisible()
  await expect(listed(member)).toHaveCount(0)
})

test('lets an admin remove a comment [CMT-1]', async ({ signedInAs }) => {
  const [creator, admin] = [await signedInAs('creator'), await signedInAs('admin')]
  const title = await publish(creator, 'In good order')
  await openComments(creator, title)
  await boxOf(creator).fill('A slip of the pen.')
  await post(creator).click()
  await expect(listed(creator)).toHaveCount(1)
  await openComments(admin, title)
  await admin.getByRole('button', { name: 'Delete the comment of Sam' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(listed(admin)).toHaveCount(0)
})

test('keeps the text of a comment that could not be posted [CMT-2]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  await openComments(member, await publish(creator, 'Lost in the post'))
  await member.route('**/api/posts/*/comments', (route) => route.abort())
  await boxOf(member).fill('Worth saying twice.')
  await post(member).click()
  await expect(toastOn(member)).toContainText('Failed to post comment. Please try again.')
  await expect(boxOf(member)).toHaveValue('Worth saying twice.')
  await expect(listed(member)).toHaveCount(0)

  await member.unrouteAll()
  await post(member).click()
  await expect(listed(member)).toHaveText(/Worth saying twice\./)
})

test('still has the comment after the session ended and its writer signed in again [CMT-2, SYS-9]', async ({
  freshlySignedInAs,
  signedInAs,
  playwright,
}) => {
  const [member, creator] = [await freshlySignedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'A long sentence')
  // Without the live connection, which would tell the page at once.
  await member.routeWebSocket('**/ws', () => {})
  await openComments(member, title)
  await boxOf(member).fill('I was about to say something clever.')

  // The session ends on the server, as it does when a password is changed elsewhere; the browser knows nothing of it.
  const elsewhere = await playwright.request.newContext({
    baseURL: new URL(member.url()).origin,
    storageState: await member.context().storageState(),
  })
  expect((await elsewhere.post('/api/logout')).ok()).toBe(true)
  await elsewhere.dispose()

  await post(member).click()
  await expect(member).toHaveURL('/login')
  await member.getByLabel('Email', { exact: true }).fill(demoEmail('member'))
  await member.getByLabel('Password', { exact: true }).fill(demoPassword)
  await member.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(member).toHaveURL(titled(title))
  await expect(boxOf(member)).toHaveValue('I was about to say something clever.')
  await post(member).click()
  await expect(listed(member)).toHaveText(/something clever/)
})

test('answers in place, gives up with Escape and keeps the text, by keyboard alone [CMT-1] @everywhere', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Answer me')
  const first = await say(creator, title, { content: 'What did you see?' })
  await gotoLive(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  const reply = listed(member).getByRole('button', { name: 'Reply to Sam' })
  const box = listed(member).getByRole('textbox', { name: 'Reply to Sam' })
  await reply.focus()
  await member.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await member.keyboard.type('Two hands on the shirt')
  await member.keyboard.press('Escape')
  await expect(box).toHaveCount(0)
  await expect(reply).toBeFocused()
  await member.keyboard.press('Enter')
  await expect(box).toHaveValue('Two hands on the shirt')
  await member.keyboard.press('Control+Enter')
  const replies = member.getByRole('list', { name: 'Replies to Sam' }).getByRole('listitem')
  await expect(replies).toHaveText([/Two hands on the shirt/])
  await expect(box).toHaveCount(0)
  await expect(member.getByRole('button', { name: 'Comments (2)' })).toBeVisible()

  for (let count = 1; count <= 4; count += 1)
    await say(creator, title, { content: `Then ${count}`, replyToId: first.id })
  await expect(replies).toHaveCount(5)
  await member.reload()
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(replies).toHaveCount(3)
  await member.getByRole('button', { name: '2 more replies' }).click()
  await expect(replies).toHaveText([/Two hands/, /Then 1/, /Then 2/, /Then 3/, /Then 4/])

  await creator.goto(titled(title))
  await creator.getByRole('button', { name: /^Comments/ }).click()
  await creator.getByRole('button', { name: 'Delete the comment of Sam' }).first().click()
  const question = creator.getByRole('alertdialog', { name: 'Delete Comment' })
  await expect(question).toContainText('Its 5 replies go with it.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(member.getByText('No comments yet.')).toBeVisible()
  for (const page of [member, creator])
    await expect(page.getByRole('button', { name: 'Comments (0)' })).toBeVisible()
})

test('shows what arrives at the end, and only announces it to who reads above [CMT-1, LIVE-1]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Live from the touchline')
  for (let count = 1; count <= 8; count += 1) await say(member, title, { content: `Early ${count}\n\n.` })
  await gotoLive(creator, titled(title))
  await creator.getByRole('button', { name: /^Comments/ }).click()
  const box = creator.getByRole('region', { name: 'All comments' })
  await expect(listed(creator)).toHaveCount(8)
  await boxOf(creator).scrollIntoViewIfNeeded()
  await say(member, title, { content: 'At the end' })
  await expect(shown(creator, 'At the end')).toBeInViewport()
  await expect(creator.getByRole('status').filter({ hasText: 'New comment from' })).toHaveCount(1)

  await box.evaluate((list) => list.scrollTo({ top: 0 }))
  await expect(shown(creator, 'Early 1')).toBeInViewport()
  await boxOf(creator).fill('In the middle of a word')
  const before = await shown(creator, 'Early 1').boundingBox()
  await say(member, title, { content: 'Further down' })
  const pill = creator.getByRole('button', { name: '1 new comment', exact: true })
  await expect(pill).toBeVisible()
  expect(await shown(creator, 'Early 1').boundingBox()).toEqual(before)
  await expect(boxOf(creator)).toHaveValue('In the middle of a word')
  await pill.click()
  await expect(shown(creator, 'Further down')).toBeInViewport()
  await expect(pill).toHaveCount(0)
  await expect(creator.getByRole('button', { name: 'Comments (10)' })).toBeVisible()
})

test('sends what was posted without a connection once it is back, and once only [CMT-2, SYS-16] @everywhere', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'In the tunnel')
  await gotoLive(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(member)).toBeVisible()
  await member.waitForLoadState('networkidle')

  await member.context().setOffline(true)
  await boxOf(member).fill('No signal down here')
  await post(member).click()
  const waiting = member.getByRole('list', { name: 'Comments that wait to be sent' }).getByRole('listitem')
  await expect(waiting).toContainText('Will be sent when you are back online.')
  await expect(boxOf(member)).toHaveValue('')
  await waiting.getByRole('button', { name: 'Edit' }).click()
  await expect(boxOf(member)).toBeFocused()
  await expect(boxOf(member)).toHaveValue('No signal down here')
  await boxOf(member).fill('No signal in the tunnel')
  await post(member).click()
  await boxOf(member).fill('And one to forget')
  await post(member).click()
  await waiting.filter({ hasText: 'forget' }).getByRole('button', { name: 'Discard' }).click()
  await expect(waiting).toHaveCount(1)

  await member.context().setOffline(false)
  await expect(listed(member)).toHaveText([/No signal in the tunnel/])
  await expect(waiting).toHaveCount(0)
  await member.reload()
  await member.getByRole('button', { name: 'Comments (1)' }).click()
  await expect(listed(member)).toHaveText([/No signal in the tunnel/])
})

test('keeps what was written over a closed page, and sends what waited at the next start [CMT-2, SYS-16]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Lights out')
  await gotoLive(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(member)).toBeVisible()
  await member.context().setOffline(true)
  await boxOf(member).fill('Posted in the dark')
  await post(member).click()
  await expect(member.getByText('Will be sent when you are back online.')).toBeVisible()
  await boxOf(member).fill('Half a sen')
  await member.close()

  await member.context().setOffline(false)
  const again = await member.context().newPage()
  await again.addInitScript(rememberPassedGate)
  await again.goto(titled(title))
  await expect(listed(again)).toHaveText([/Posted in the dark/])
  await expect(boxOf(again)).toHaveValue('Half a sen')

  // Somebody else in the same browser has nothing of it, nor does it stay behind after signing out.
  await boxOf(again).fill('Mine alone')
  await again.context().clearCookies()
  await becomeMember(again)
  await again.goto(titled(title))
  await again.getByRole('button', { name: 'Comments (1)' }).click()
  await expect(boxOf(again)).toHaveValue('')
})

test('says why a comment that waited was refused, and keeps its words to be copied [CMT-2]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Soon gone')
  const { postId } = await say(creator, title, { content: 'Be quick' })
  await gotoLive(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(member)).toBeVisible()
  await member.waitForLoadState('networkidle')
  await member.context().setOffline(true)
  await boxOf(member).fill('A thought worth keeping')
  await post(member).click()
  await expect(member.getByText('Will be sent when you are back online.')).toBeVisible()
  expect((await creator.request.delete(`/api/posts/${postId}`)).status()).toBe(204)
  await member.context().setOffline(false)
  const refused = member.getByRole('region', { name: 'Comments that were not sent' })
  await expect(refused).toContainText('Your comment was not sent. The post is no longer there.')
  await expect(refused).toContainText('A thought worth keeping')
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toHaveCount(0)
})
