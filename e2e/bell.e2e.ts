import { expect, type Page } from './club.ts'
import { openLivePage, postIdOf, publish } from './club-posts.ts'
import { isTouch, press } from './hands.ts'
import { test } from './joining.ts'
import { writeComment } from './comment-box.ts'
import { becomeMember, signInOn } from './people.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const notices = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')

test('rings once for each thing, live on two devices, and is read on both [BELL-1, BELL-2, BELL-3, BELL-4] @everywhere', async ({
  signedInAs,
  visit,
}) => {
  const [creator, first, second] = [await signedInAs('creator'), await visit(), await visit()]
  const { email, password } = await becomeMember(first)
  await signInOn(second, email, password)
  const { id: memberId } = await (await first.request.get('/api/auth/user')).json()

  // No notices of posts on the site, another pace for replies, and quiet hours.
  await first.goto('/settings')
  const settings = first.getByRole('region', { name: 'Notification Settings' })
  const posts = settings.getByLabel('New posts on the site')
  await (isTouch() ? posts.tap() : posts.press('Space'))
  await settings.getByText('Timing').click()
  await settings.getByLabel('Emails: replies to your comments').selectOption('Once a day')
  await settings.getByLabel('Time of the daily email').selectOption('18:00')
  const quiet = settings.getByRole('switch', { name: /^Quiet hours/ })
  await (isTouch() ? quiet.tap() : quiet.press('Space'))
  await settings.getByLabel('Quiet from').fill('23:30')
  const saved = async () => (await first.request.get('/api/notification-settings')).json()
  await expect.poll(saved).toMatchObject({
    declined: { site: ['new_post'] },
    emailPace: { reply: 'daily', new_post: 'hourly' },
    dailyHour: 18,
    timeZone: 'UTC',
    quietHours: { from: 23 * 60 + 30, until: 7 * 60 },
  })

  // What the creator does next concerns the member twice, but is one notice.
  await openLivePage(first, '/content')
  await openLivePage(second, '/')
  await expect(bell(first)).toHaveAccessibleName('Notifications')
  const title = await publish(creator, 'Kick-off')
  const postId = await postIdOf(creator, title)
  const asked = await writeComment(first, postId, { content: 'When is the second half?' })
  expect((await creator.request.put(`/api/comments/${asked}/like`)).ok()).toBe(true)
  await writeComment(creator, postId, {
    content: '@{1} In a quarter of an hour.',
    replyToId: asked,
    mentions: [{ id: memberId, name: 'Nora' }],
  })
  for (const page of [first, second]) await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')

  await press(first, bell(first))
  const all = [
    `New: The creator, “Sam”, replied to your comment on “${title}”`,
    `New: One person hearted your comment on “${title}”`,
  ]
  await expect(notices(first)).toHaveCount(2)
  for (const said of all) await expect(notices(first).filter({ hasText: said })).toHaveCount(1)
  for (const page of [first, second]) await expect(bell(page)).toHaveAccessibleName('Notifications')
  await press(first, notices(first).filter({ hasText: 'replied to your comment' }).getByRole('link'))
  await expect(first).toHaveURL(`/post/${postId}`)
  await expect(first.getByText('In a quarter of an hour.')).toBeVisible()
  await second.goto('/notifications')
  await expect(notices(second)).toHaveCount(2)
  await expect(second.getByText('New: ', { exact: true })).toHaveCount(0)
})
