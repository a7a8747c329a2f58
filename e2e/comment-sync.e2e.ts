import { clickLogout } from './account-menu.ts'
import { AxeBuilder } from '@axe-core/playwright'
import { openLivePage, postIdOf, publish, titled } from './club-posts.ts'
import { expect, type Page, rememberPassedGate, test } from './club.ts'
import { boxOf, listed, post, writeComment } from './comment-box.ts'
import { becomeMember } from './people.ts'

const shown = (page: Page, text: string) => listed(page).filter({ hasText: text }).first()

async function addComment(page: Page, title: string, data: { content: string; replyToId?: string }) {
  const postId = await postIdOf(page, title)
  return { id: await writeComment(page, postId, data), postId }
}

const whoIs = async (page: Page): Promise<{ id: string }> => (await page.request.get('/api/auth/user')).json()

/** The storage keys of unsent texts. */
const savedTextsOf = (page: Page, personId: string) =>
  page.evaluate(
    (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)),
    `comment:${personId}:`,
  )

async function logOut(page: Page) {
  await clickLogout(page)
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
}

test('replies in place by keyboard; Escape closes the box and keeps the text [CMT-1]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Answer me')
  const first = await addComment(creator, title, { content: 'What did you see?' })
  await openLivePage(member, titled(title))
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
    await addComment(creator, title, { content: `Then ${count}`, replyToId: first.id })
  await expect(replies).toHaveCount(5)
  await member.reload()
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(replies).toHaveCount(3)
  await member.getByRole('button', { name: '2 more replies' }).click()
  await expect(replies).toHaveText([/Two hands/, /Then 1/, /Then 2/, /Then 3/, /Then 4/])
  // Only arriving comments are announced.
  await expect(member.getByRole('status').filter({ hasText: 'New comment from' })).toHaveCount(0)

  await creator.goto(titled(title))
  await creator.getByRole('button', { name: /^Comments/ }).click()
  await creator.getByRole('button', { name: 'Delete the comment by Sam' }).first().click()
  const question = creator.getByRole('alertdialog', { name: 'Delete Comment' })
  await expect(question).toContainText('Its 5 replies go with it.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(member.getByText('No comments yet.')).toBeVisible()
  for (const page of [member, creator])
    await expect(page.getByRole('button', { name: 'Comments (0)' })).toBeVisible()
})

test('shows new comments at the end, announced to readers further up [CMT-1, LIVE-1]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Live from the touchline')
  for (let count = 1; count <= 8; count += 1)
    await addComment(member, title, { content: `Early ${count}\n\n.` })
  await openLivePage(creator, titled(title))
  await creator.getByRole('button', { name: /^Comments/ }).click()
  const box = creator.getByRole('region', { name: 'All comments' })
  await expect(listed(creator)).toHaveCount(8)
  await boxOf(creator).scrollIntoViewIfNeeded()
  await addComment(member, title, { content: 'At the end' })
  await expect(shown(creator, 'At the end')).toBeInViewport()
  await expect(creator.getByRole('status').filter({ hasText: 'New comment from' })).toHaveCount(1)

  await box.evaluate((list) => list.scrollTo({ top: 0 }))
  await expect(shown(creator, 'Early 1')).toBeInViewport()
  await boxOf(creator).fill('In the middle of a word')
  const before = await shown(creator, 'Early 1').boundingBox()
  await addComment(member, title, { content: 'Further down' })
  const pill = creator.getByRole('button', { name: '1 new comment', exact: true })
  await expect(pill).toBeVisible()
  expect(await shown(creator, 'Early 1').boundingBox()).toEqual(before)
  await expect(boxOf(creator)).toHaveValue('In the middle of a word')
  await pill.click()
  await expect(shown(creator, 'Further down')).toBeInViewport()
  await expect(pill).toHaveCount(0)
  await expect(creator.getByRole('button', { name: 'Comments (10)' })).toBeVisible()
})

test('sends an offline comment once after reconnecting [CMT-2, SYS-16]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'In the tunnel')
  await openLivePage(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(member.getByText('No comments yet.')).toBeVisible()
  await member.waitForLoadState('networkidle')

  await member.context().setOffline(true)
  await boxOf(member).fill('No signal down here')
  await post(member).click()
  const waiting = member.getByRole('list', { name: 'Comments waiting to be sent' }).getByRole('listitem')
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

test('keeps drafts over a closed page and sends waiting comments at the next start [CMT-2, SYS-16]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Lights out')
  await openLivePage(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(member.getByText('No comments yet.')).toBeVisible()
  await member.waitForLoadState('networkidle')
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

  // Another person in the same browser neither sees these texts nor deletes them by signing out.
  await boxOf(again).fill('Mine alone')
  const { id } = await whoIs(again)
  await again.context().clearCookies()
  await becomeMember(again)
  await again.goto(titled(title))
  await again.getByRole('button', { name: 'Comments (1)' }).click()
  await expect(boxOf(again)).toHaveValue('')
  await boxOf(again).fill('Another one')
  const other = await whoIs(again)
  await logOut(again)
  expect(await savedTextsOf(again, other.id)).toEqual([])
  expect(await savedTextsOf(again, id)).toHaveLength(1)
})

test('warns before signing out loses unsent comments [CMT-2, SYS-16]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Last one out')
  const { postId } = await addComment(creator, title, { content: 'Lights off, please' })
  const { id } = await whoIs(member)
  await openLivePage(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(shown(member, 'Lights off, please')).toBeVisible()
  await member.waitForLoadState('networkidle')
  // The server is unreachable for comments only, so they wait.
  await member.route(`**/api/posts/${postId}/comments`, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await member.context().setOffline(true)
  for (const words of ['Not yet', 'Nor this']) {
    await boxOf(member).fill(words)
    await post(member).click()
  }
  await member.context().setOffline(false)
  await clickLogout(member)
  const question = member.getByRole('alertdialog', { name: 'Sign out?' })
  await expect(question).toContainText(
    '2 comments have not been sent yet. They will be lost when you sign out.',
  )
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  expect(await savedTextsOf(member, id)).toHaveLength(2)
  await clickLogout(member)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(member.getByRole('link', { name: 'Sign In' })).toBeVisible()
  expect(await savedTextsOf(member, id)).toEqual([])
})

test('shows why a waiting comment was refused and keeps its text [CMT-2]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  await becomeMember(member)
  const title = await publish(creator, 'Soon gone')
  const { postId } = await addComment(creator, title, { content: 'Be quick' })
  await openLivePage(member, titled(title))
  await member.getByRole('button', { name: /^Comments/ }).click()
  await expect(shown(member, 'Be quick')).toBeVisible()
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
  const { violations } = await new AxeBuilder({ page: member })
    .include('section[aria-label="Comments that were not sent"]')
    .analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([])
  await refused.getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toHaveCount(0)
})
