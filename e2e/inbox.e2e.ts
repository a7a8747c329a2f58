import { openLivePage, postIdOf, publish } from './club-posts.ts'
import { expect, randomClientAddress, type Page, test } from './club.ts'
import { sendUntil, writeComment } from './comment-box.ts'
import { inboxHeading, readToEnd } from './inbox-list.ts'
import { becomeMember } from './people.ts'

/** The unanswered comments of one post, because other tests have their own. */
const waitingOn = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Comments waiting for an answer' })
    .locator('> li')
    .filter({ hasText: title })

test('lists unanswered comments, oldest first, to be answered in place [CMT-1, LIVE-1]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  const applicant = await becomeMember(member)
  const name = applicant.firstName
  const title = await publish(creator, 'Ask me')
  const postId = await postIdOf(creator, title)
  const say = (content: string) => writeComment(member, postId, { content })
  await creator.goto('/')
  await creator
    .getByRole('main')
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await expect(inboxHeading(creator)).toBeVisible()

  const waiting = waitingOn(creator, title)
  await openLivePage(creator, '/inbox')
  await readToEnd(creator)
  await say('Was it a corner?')
  await say('Who won?')
  await say('When is the next one?')
  await expect(waiting).toHaveText([/Was it a corner/, /Who won/, /When is the next one/])
  await expect(waiting.first().getByRole('link', { name: title })).toHaveAttribute('href', `/post/${postId}`)

  // By keyboard, from the first comment's button into its form.
  await waiting
    .first()
    .getByRole('button', { name: `Reply to ${name}` })
    .focus()
  await creator.keyboard.press('Enter')
  await creator.keyboard.type('It was.')
  const done = creator.getByText(`The comment by ${name} is answered.`)
  await sendUntil(
    () => creator.keyboard.press('Control+Enter'),
    (patience) => expect(done).toHaveCount(1, patience),
  )
  await expect(waiting).toHaveText([/Who won/, /When is the next one/])

  await waiting
    .first()
    .getByRole('button', { name: /^Mark as answered/ })
    .click()
  await expect(done).toHaveCount(2)
  await creator
    .getByRole('button', { name: `Undo: the comment by ${name} is not answered` })
    .last()
    .click()
  await expect(waiting).toHaveText([/Who won/, /When is the next one/])
  await creator.reload()
  await readToEnd(creator)
  await expect(waiting).toHaveText([/Who won/, /When is the next one/])

  await member.goto(`/post/${postId}`)
  await expect(member.getByRole('list', { name: `Replies to ${name}` })).toContainText('It was.')
  await creator.request.delete(`/api/posts/${postId}`)
  await expect(waiting).toHaveCount(0)
})

/** A new member comments on a new post. Returns what finds them again. */
async function ask(creator: Page, member: Page, about: string, content: string) {
  const { firstName: name } = await becomeMember(member)
  const title = await publish(creator, about)
  const postId = await postIdOf(creator, title)
  const say = (page: Page, data: { content: string; replyToId?: string }) => writeComment(page, postId, data)
  return { name, title, postId, say, commentId: await say(member, { content }) }
}

for (const { way, isBlocked } of [
  { way: 'when the connection is back', isBlocked: false },
  { way: 'even if what sends it could not be fetched before', isBlocked: true },
])
  test(`sends what was answered in the inbox without a connection, ${way} [CMT-2, SYS-16]`, async ({
    signedInAs,
    unlocked: member,
  }) => {
    const creator = await signedInAs('creator')
    const { name, title, postId } = await ask(creator, member, 'From the train', 'Was it a foul?')
    const sender = '**/unsent-notice*.js'
    if (isBlocked) await creator.route(sender, (route) => route.abort('internetdisconnected'))
    await openLivePage(creator, '/inbox')
    await readToEnd(creator)
    const waiting = waitingOn(creator, title)
    await waiting.getByRole('button', { name: `Reply to ${name}` }).click()
    await waiting.getByRole('textbox', { name: `Reply to ${name}` }).fill('It was not.')
    await creator.waitForLoadState('networkidle')
    await creator.context().setOffline(true)
    await waiting.getByRole('button', { name: 'Reply', exact: true }).click()
    await expect(waiting).toContainText('Will be sent when you are back online.')
    await creator.unroute(sender)
    await creator.context().setOffline(false)
    await expect(creator.getByText(`The comment by ${name} is answered.`)).toBeVisible()
    await member.goto(`/post/${postId}`)
    await expect(member.getByRole('list', { name: `Replies to ${name}` })).toContainText('It was not.')
  })

test('keeps the addressee of a begun reply after a reload [CMT-1, CMT-2]', async ({
  browser,
  signedInAs,
  unlocked: anna,
}) => {
  const creator = await signedInAs('creator')
  const { title, postId, say, commentId } = await ask(creator, anna, 'Two at once', 'Anna asks')
  const bob = await (await browser.newContext({ extraHTTPHeaders: randomClientAddress() })).newPage()
  await becomeMember(bob)
  const bobsId = await say(bob, { content: 'Bob asks too', replyToId: commentId })
  await bob.context().close()

  const sentTo: unknown[] = []
  creator.on('response', (response) => {
    if (response.status() === 201 && response.url().endsWith('/comments'))
      sentTo.push(response.request().postDataJSON().replyToId)
  })
  await openLivePage(creator, `/post/${postId}`)
  const box = creator.getByRole('region', { name: 'All comments' }).getByRole('textbox')
  await creator
    .getByRole('button', { name: /^Reply to/ })
    .last()
    .click()
  await box.fill('This is for Bob')
  await creator.reload()
  await expect(box).toHaveValue('This is for Bob')
  await box.focus()
  await sendUntil(
    () => creator.keyboard.press('Control+Enter'),
    (patience) => expect(box).toHaveCount(0, patience),
  )
  expect(sentTo).toEqual([bobsId])

  // Two comments of one thread have their own forms.
  await say(anna, { content: 'And who scored?', replyToId: commentId })
  await openLivePage(creator, '/inbox')
  await readToEnd(creator)
  const waiting = waitingOn(creator, title)
  await expect(waiting).toHaveText([/Anna asks/, /And who scored/])
  await waiting
    .last()
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await waiting.last().getByRole('textbox').fill('No one did')
  await creator.reload()
  await readToEnd(creator)
  await expect(waiting.last().getByRole('textbox')).toHaveValue('No one did')
  await expect(waiting.first().getByRole('textbox')).toHaveCount(0)
  await waiting
    .first()
    .getByRole('button', { name: /^Reply to/ })
    .click()
  await expect(waiting.first().getByRole('textbox')).toHaveValue('')

  // An offline answer shows its comment, and keeps it after being edited.
  await creator.context().setOffline(true)
  await waiting.last().getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(waiting.last()).toContainText('Will be sent when you are back online.')
  await expect(waiting.first()).not.toContainText('Will be sent when you are back online.')
  await waiting.last().getByRole('button', { name: 'Edit' }).click()
  await expect(waiting.last().getByRole('textbox')).toHaveValue('No one did')
  await expect(waiting.first().getByRole('textbox')).toHaveValue('')
  await creator.context().setOffline(false)
})
