import { randomUUID } from 'node:crypto'
import type { Comment } from '../contract/src/comments.ts'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { overflowProblems, violations } from './axe.ts'
import { expect, type Page, test } from './club.ts'
import { postIdOf, publish, withoutLive } from './club-posts.ts'
import { playerButton, publishVideo, videoState, videoTime } from './films.ts'
import { press } from './hands.ts'
import { becomeMember } from './people.ts'
import { resize } from './screen.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Search results' }).getByRole('link', { name, exact: true })

/** A word that no other test says. */
const ownWord = () => `w${randomUUID().slice(0, 8)}`

async function expectAccessible(page: Page) {
  // Colours would still be changing.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [360, 1280]) {
    await resize(page, { width, height: 800 })
    for (const theme of ['dark', 'light'] as const) expect(await violations(page, { theme })).toEqual([])
    expect(await overflowProblems(page)).toEqual([])
  }
}

test('finds a caption and starts the film at that second [SEARCH-1, SEARCH-2]', async ({
  signedInAs,
  unlocked: member,
}) => {
  test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')
  const creator = await signedInAs('creator')
  const word = ownWord()
  const title = `Nine seconds in ${randomUUID().slice(0, 8)}`
  const buffer = await clip({ size: '320x180', seconds: 14, args: ['-r', '5'] })
  const film = await publishVideo(creator, buffer, { title, isDone: ({ media }) => !!media?.streamUrl })
  const content = `WEBVTT\n\n00:09.000 --> 00:14.000\n<i>Nobody</i> said ${word} & left.\n`
  const saved = await creator.request.put(`/api/posts/${film.id}/captions/en`, { data: { content } })
  expect(saved.status()).toBe(200)

  await becomeMember(member)
  await withoutLive(member)
  await member.goto('/content')
  await member.getByLabel('Search posts').fill(word)
  await expect(tab(member, 'Posts 0')).toHaveAttribute('aria-current', 'page')
  await expect(member.getByRole('heading', { name: 'No posts found' })).toBeVisible()
  await press(member, tab(member, 'Captions 1'))
  await expect(member).toHaveURL(`/content?search=${word}&tab=captions`)
  const hits = member.getByRole('list', { name: 'Captions' }).getByRole('listitem')
  await expect(hits).toHaveText([`${title}0:09At 9 seconds · EnglishNobody said ${word} & left.`])
  await expect(hits.locator('mark')).toHaveText(word)
  await expectAccessible(member)

  await press(member, hits.getByRole('link'))
  await expect.poll(() => videoTime(member)).toBeGreaterThanOrEqual(9)
  expect((await videoState(member)).isPlaying).toBe(true)
  await expect(playerButton(member, 'Pause')).toBeFocused()
  expect(new URL(member.url()).pathname).toBe(film.address)

  await member.getByRole('link', { name: 'Back to the feed' }).click()
  await expect(hits).toHaveCount(1)
  await member.goBack()
  await member.goBack()
  await expect(hits).toHaveCount(1)
  await member.goBack()
  await expect(tab(member, 'Posts 0')).toHaveAttribute('aria-current', 'page')

  // The address shows the same to another member; a takedown applies at once.
  const other = await signedInAs('member')
  const address = `/content?search=${word}&tab=captions&type=text`
  await other.goto(address)
  await expect(other.getByText('The filters apply to posts only.')).toBeVisible()
  await expect(other.getByRole('link', { name: title })).toBeVisible()
  expect((await creator.request.delete(`/api/posts/${film.id}`)).status()).toBe(204)
  await other.reload()
  await expect(other.getByRole('heading', { name: 'No captions found' })).toBeVisible()
  await expect(tab(other, 'Captions 0')).toHaveAttribute('aria-current', 'page')
})

test('finds a comment and opens it at its place [SEARCH-1, SEARCH-3]', async ({
  signedInAs,
  unlocked: member,
}) => {
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'Long thread')
  const postId = await postIdOf(creator, title)
  const word = ownWord()
  await becomeMember(member)
  const say = async (content: string, replyToId: string | null = null): Promise<Comment> => {
    const sent = await member.request.post(`/api/posts/${postId}/comments`, { data: { content, replyToId } })
    expect(sent.status()).toBe(201)
    return sent.json()
  }
  const first = await say('Was that a foul?')
  for (const number of [1, 2, 3, 4]) await say(`Reply ${number}`, first.id)
  const reply = await say(`<b>${word}</b> settles it`, first.id)

  await member.goto(`/content?search=${word}&tab=comments`)
  const hits = member.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect(hits).toContainText([`<b>${word}</b> settles it`])
  await expect(hits).toContainText([`On ${title}`])
  await expect(tab(member, 'Comments 1')).toHaveAttribute('aria-current', 'page')
  await expectAccessible(member)
  await press(member, hits.getByRole('link'))
  const found = member.locator(`#comment-${reply.id}`)
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport()
  await expect(member.getByRole('list', { name: 'Linked comment' })).toContainText('Reply 4')
  await expect(member.getByText('Was that a foul?')).toHaveCount(1)
  await expectAccessible(member)

  const address = member.url()
  expect((await creator.request.delete(`/api/comments/${reply.id}`)).status()).toBe(204)
  const later = await member.context().newPage()
  await later.goto(address)
  await expect(later.getByText('This comment is no longer here.')).toBeVisible()
  await expect(later.getByText('Was that a foul?')).toBeVisible()
  await later.goto(`/content?search=${word}&tab=comments`)
  await expect(later.getByRole('heading', { name: 'No comments found' })).toBeVisible()
  await later.close()
})

test('says that captions and comments are searched with a connection only [SEARCH-1]', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  await withoutLive(page)
  await page.goto('/content?search=offside')
  await expect(page.getByRole('navigation', { name: 'Search results' })).toBeVisible()
  await page.route('**/api/search/comments?*', (route) => route.abort())
  await press(page, page.getByRole('link', { name: /^Comments/ }))
  await expect(page.getByRole('alert')).toContainText(
    'The comments could not be searched, which needs a connection.',
  )
  await page.unroute('**/api/search/comments?*')
  await press(page, page.getByRole('button', { name: 'Try again' }))
  await expect(page.getByRole('alert')).toHaveCount(0)
})
