import { accessCode, expect, hydrated, type Page, test } from './club.ts'
import { postIdOf, publish, titled } from './club-posts.ts'
import { boxOf, writeComment } from './comment-box.ts'
import { newApplicant, signUpOn } from './joining.ts'
import { becomeMember } from './people.ts'
import { keepsFocus } from './tabbing.ts'

/** Returns the focused element when the page has settled; 'BODY' when there is none. */
const focusOn = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    const element = document.activeElement
    return element === document.body
      ? 'BODY'
      : (element?.getAttribute('aria-label') ?? element?.localName ?? '')
  })

/** Presses a button by keyboard and checks that something has the focus afterwards. */
async function press(page: Page, name: string | RegExp, done: () => Promise<unknown>) {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' })
  await keepsFocus(page)
  await button.first().focus()
  await page.keyboard.press('Enter')
  await done()
  await expect.poll(() => focusOn(page), { message: String(name) }).not.toBe('BODY')
}

const gone = (page: Page, role: 'dialog' | 'alertdialog') => () => expect(page.getByRole(role)).toHaveCount(0)

test('keeps the focus on the page from the gate to the payment [SYS-17, GATE-5, PAY-2]', async ({ page }) => {
  await page.goto('/signup')
  await keepsFocus(page)
  await page.getByPlaceholder('Enter access code...').fill(accessCode)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await signUpOn(page, newApplicant())
  await expect(page.getByRole('heading', { name: 'How would you like to pay?', level: 1 })).toBeFocused()
})

test('focuses the heading of a page whose code loads slowly [SYS-17]', async ({ unlocked: page }) => {
  // This code would otherwise notice the lost focus.
  await page.route('**/assets/keep-focus-*.js', (route) => route.abort())
  const pending = Promise.withResolvers<void>()
  await page.route('**/assets/login-page-*.js', async (route) => {
    await pending.promise
    await route.continue()
  })
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByText('Loading', { exact: true })).toBeAttached()
  pending.resolve()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeFocused()
})

test('keeps the focus on the page while a member writes [SYS-17, CMT-1]', async ({
  signedInAs,
  unlocked: fan,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Keep the focus')
  const postId = await postIdOf(creator, title)
  await becomeMember(fan)
  await fan.goto(`/post/${postId}`)
  await boxOf(fan).fill('Played on')
  const list = fan.getByRole('region', { name: 'All comments' })
  await press(fan, 'Post', () => expect(list).toContainText('Played on'))
  await expect(list.getByRole('listitem').filter({ hasText: 'Played on' })).toBeFocused()

  await press(fan, /^Reply to/, () => expect(fan.getByRole('textbox', { name: /^Reply to/ })).toBeFocused())
  await fan.keyboard.type('And again')
  await press(fan, 'Reply', () => expect(list).toContainText('And again'))
  const replies = list.getByRole('list', { name: /^Replies to/ })
  await expect(replies.getByRole('listitem').filter({ hasText: 'And again' })).toBeFocused()
  await press(fan, /^Like/, () => Promise.resolve())

  await press(fan, 'Tip', () => expect(fan.getByRole('dialog')).toBeVisible())
  await press(fan, 'Close', gone(fan, 'dialog'))

  await fan.goto('/profile')
  await press(fan, 'Edit Profile', () => expect(fan.getByLabel('Bio')).toBeVisible())
  await fan.getByLabel('Bio').fill('Left back.')
  await press(fan, 'Save', () => expect(fan.getByText('Profile Updated').first()).toBeVisible())
})

test('keeps the focus on the page while the creator edits, publishes and deletes [SYS-17, FEED-2]', async ({
  signedInAs,
  unlocked: fan,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'To be deleted')
  const postId = await postIdOf(creator, title)
  await becomeMember(fan)
  for (const content of ['First', 'Second']) await writeComment(fan, postId, { content })

  await creator.goto(`/post/${postId}`)
  const comments = creator.getByRole('region', { name: 'All comments' }).getByRole('listitem')
  await expect(comments).toHaveCount(2)
  for (const left of [1, 0]) {
    await press(creator, /^Delete the comment/, () => expect(creator.getByRole('alertdialog')).toBeVisible())
    await press(creator, 'Delete', () => expect(comments).toHaveCount(left))
  }

  await creator.goto(titled(title))
  await press(creator, /^Edit post/, () => expect(creator.getByRole('dialog')).toBeVisible())
  await press(creator, 'Save Changes', gone(creator, 'dialog'))
  await press(creator, /^Delete post/, () => expect(creator.getByRole('alertdialog')).toBeVisible())
  await press(creator, 'Delete', () => expect(creator.getByRole('article', { name: title })).toHaveCount(0))

  await creator.goto('/drafts')
  await press(creator, 'New Post', () => creator.waitForURL(/\/drafts\/.+/))
  await creator.getByLabel('Title').fill('Not for long')
  await press(creator, 'Delete Draft', () => expect(creator.getByRole('alertdialog')).toBeVisible())
  await press(creator, 'Delete', () => creator.waitForURL(/\/drafts$/))
})
