import { openLivePage, postIdOf, publish, titled } from './club-posts.ts'
import { demoEmail, demoPassword, expect, type Page, test, toastOn } from './club.ts'
import { boxOf, listed, post, sendUntil, writeComment } from './comment-box.ts'
import { becomeMember } from './people.ts'

/** Opens the comments of a new post. */
async function openComments(reader: Page, title: string) {
  await reader.goto(titled(title))
  // Search also finds posts that mention the title.
  const article = reader.getByRole('article', { name: title })
  await article.getByRole('button', { name: /^Comments/ }).click()
  await expect(boxOf(reader)).toBeVisible()
}

test('trims a comment and refuses an empty one [CMT-1, CMT-3, FEED-3]', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Comment on this')
  await openComments(member, title)
  await expect(post(member)).toBeDisabled()
  await boxOf(member).fill('  \n ')
  await expect(post(member)).toBeDisabled()

  await boxOf(member).fill('  Never a penalty.\nNot in my book.  ')
  const sent = member.waitForRequest('**/api/posts/*/comments')
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
  const answer = listed(creator).filter({ hasText: 'I had a better view.' })
  await sendUntil(
    () => boxOf(creator).press('Control+Enter'),
    (patience) => expect(answer).toHaveCount(1, patience),
  )
  await expect(answer).toContainText('Sam')
  await expect(answer.getByText('Verified')).toBeVisible()
  await expect(listed(member).filter({ hasText: 'I had a better view.' })).toBeVisible()
  // Few comments fit: scrolled to its end, the list would cut off the first picture.
  const list = member.getByRole('region', { name: 'All comments' })
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
})

test('lists comments that were posted while the others were loading [CMT-1, LIVE-1]', async ({
  signedInAs,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'A slow list')
  const postId = await postIdOf(creator, title)
  const answered = Promise.withResolvers<void>()
  const mayArrive = Promise.withResolvers<void>()
  await member.route('**/api/posts/*/comments?*', async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await mayArrive.promise
    await route.fulfill({ response })
  })
  // On its own page the box is above the comments, and does not wait for them.
  await openLivePage(member, `/post/${postId}`)
  await answered.promise
  await boxOf(member).fill('First!')
  await post(member).click()
  await expect(boxOf(member)).toHaveValue('')
  await writeComment(creator, postId, { content: 'Second.' })
  await expect(member.getByRole('button', { name: 'Comments (2)' })).toBeVisible()
  mayArrive.resolve()
  await expect(listed(member)).toContainText(['First!', 'Second.'])
})

test('shows the full outline of the reply box and its buttons in the feed [CMT-1] @phone', async ({
  signedInAs,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Reply to me')
  const postId = await postIdOf(creator, title)
  await writeComment(creator, postId, { content: 'Go on.' })
  await member.goto(`/content?search=${encodeURIComponent(title)}`)
  const article = member.getByRole('article', { name: title })
  await article.getByRole('button', { name: /^Comments/ }).click()
  await article.getByRole('button', { name: 'Reply to Sam' }).click()
  const list = article.getByRole('region', { name: 'All comments' })
  for (const item of [
    list.getByRole('textbox', { name: 'Reply to Sam' }),
    list.getByRole('button', { name: 'Cancel' }),
  ]) {
    await item.focus()
    const room = await item.evaluate(
      (element, box) => {
        const { outlineWidth, outlineOffset } = getComputedStyle(element)
        const outline = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
        const rooms = [inner.left - outer.left, outer.right - inner.right, outer.bottom - inner.bottom]
        return Math.min(...rooms) - outline
      },
      await list.elementHandle(),
    )
    expect(room).toBeGreaterThanOrEqual(0)
  }
})

test('keeps the menu of a comment inside a narrow window [CMT-1] @phone', async ({ signedInAs }) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const postId = await postIdOf(creator, await publish(creator, 'A narrow window'))
  await writeComment(member, postId, { content: 'Mine.' })
  await member.goto(`/post/${postId}`)
  await listed(member)
    .getByRole('button', { name: /^More about/ })
    .click()
  const box = await member.getByRole('button', { name: 'Edit', exact: true }).boundingBox()
  expect(box?.x).toBeGreaterThan(0)
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

test('removes a comment for the creator after a confirmation; shows a failure [CMT-1, CMT-2]', async ({
  signedInAs,
}) => {
  const [member, creator] = [await signedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'Comments with care')
  await openComments(member, title)
  await boxOf(member).fill('Get your eyes tested!')
  await post(member).click()
  await expect(listed(member)).toHaveCount(1)

  await openComments(creator, title)
  const ask = () => creator.getByRole('button', { name: 'Delete the comment by Mina' }).click()
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

test('lets an admin remove a comment [CMT-1]', async ({ signedInAs, unlocked: fan }) => {
  const [creator, admin] = [await signedInAs('creator'), await signedInAs('admin')]
  const title = await publish(creator, 'In good order')
  await becomeMember(fan)
  await openComments(fan, title)
  await boxOf(fan).fill('A slip of the pen.')
  await post(fan).click()
  await expect(listed(fan)).toHaveCount(1)
  await openComments(admin, title)
  await admin.getByRole('button', { name: 'Delete the comment by Nora' }).click()
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

test('keeps an unsent comment when its author signs in again [CMT-2, SYS-9]', async ({
  freshlySignedInAs,
  signedInAs,
  playwright,
}) => {
  const [member, creator] = [await freshlySignedInAs('member'), await signedInAs('creator')]
  const title = await publish(creator, 'A long sentence')
  // Without the live connection and the saved reading position, which would reveal the ended session first.
  await member.routeWebSocket('**/ws', () => {})
  await member.route('**/api/feed-mark', (route) => route.abort())
  await openComments(member, title)
  await boxOf(member).fill('I was about to say something clever.')
  // What is still loading would reveal it, too.
  await member.waitForLoadState('networkidle')

  // The session ends on the server only, as after a password change on another device.
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

test('shows comments in full on the post’s page and in a box in the feed [CMT-1, SYS-10]', async ({
  signedInAs,
  unlocked: fan,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Long thread')
  const postId = await postIdOf(creator, title)
  await becomeMember(fan)
  for (let number = 1; number <= 9; number += 1)
    await writeComment(fan, postId, { content: `Comment ${number} of nine` })
  const list = creator.getByRole('region', { name: 'All comments' })
  const measured = () =>
    list.evaluate((box) => ({ height: box.clientHeight, content: box.scrollHeight, top: box.scrollTop }))

  await creator.goto(`/post/${postId}`)
  await expect(list.getByText('Comment 9 of nine')).toBeVisible()
  const onPage = await measured()
  expect(onPage).toEqual({ height: onPage.content, content: onPage.content, top: 0 })
  expect(onPage.height).toBeGreaterThan(384)
  expect(await creator.evaluate(() => window.scrollY)).toBe(0)

  await creator.goto(titled(title))
  await creator.getByRole('button', { name: /^Comments/ }).click()
  await expect(list.getByText('Comment 9 of nine')).toBeVisible()
  // It scrolls to the latest one a moment after they are listed.
  await expect.poll(async () => (await measured()).top).toBeGreaterThan(0)
  expect((await measured()).height).toBeLessThanOrEqual(384)
})
