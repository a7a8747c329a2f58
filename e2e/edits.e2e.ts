import { randomUUID } from 'node:crypto'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { expect, type Page, test, toastOn } from './club.ts'
import { playerButton, publishVideo, startVideo, videoState, videoTime } from './films.ts'

async function editFiles(creator: Page, title: string) {
  await creator.getByRole('button', { name: `More for the post: ${title}` }).click()
  await creator.getByRole('button', { name: 'Edit Files and More' }).click()
  await expect(creator.getByText('You are editing a published post.')).toBeVisible()
}

async function saveChanges(creator: Page, title: string) {
  await creator.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOn(creator)).toContainText('Saved')
  await expect(creator.getByRole('article', { name: title })).toBeVisible()
}

test('plays a film on while it is replaced, and offers the new one [EDIT-1, EDIT-4]', async ({
  signedInAs,
}) => {
  test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')
  const creator = await signedInAs('creator')
  const title = `First cut ${randomUUID().slice(0, 8)}`
  const long = await clip({ size: '320x180', seconds: 600, args: ['-r', '2'] })
  const film = await publishVideo(creator, long, {
    title,
    isDone: ({ media }) => !!media?.streamUrl,
  })
  const member = await signedInAs('member')
  await member.goto(film.address)
  await startVideo(member, title)

  await creator.goto(film.address)
  await editFiles(creator, title)
  const buffer = await clip({ size: '320x240', seconds: 10 })
  await creator.getByLabel('Replace Video').setInputFiles({ name: 'cut.mp4', mimeType: 'video/mp4', buffer })
  const isReady = async () => {
    const draft = await (await creator.request.get(`/api/drafts/${film.id}`)).json()
    return [draft.status, draft.media?.height]
  }
  await expect.poll(isReady).toEqual(['ready', 240])
  await saveChanges(creator, title)

  const notice = member.getByRole('status').filter({ hasText: 'This has been replaced since you began.' })
  await expect(notice).toBeVisible()
  const { time, isPlaying, height } = await videoState(member)
  expect([isPlaying, height]).toEqual([true, 180])
  await expect.poll(() => videoTime(member)).toBeGreaterThan(time + 0.5)
  // What has not been loaded yet plays, too.
  await playerButton(member, 'Pause').focus()
  for (let times = 0; times < 3; times += 1) await member.keyboard.press('l')
  await expect.poll(() => videoTime(member)).toBeGreaterThan(time + 31)
  await notice.getByRole('button', { name: 'Show the new one' }).click()
  await startVideo(member, title)
  expect((await videoState(member)).height).toBe(240)
})

test('shows words for a removed picture of the text, and the picture after a restore [TEXT-4, EDIT-1, EDIT-5]', async ({
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  const title = `Long read ${randomUUID().slice(0, 8)}`
  await creator.goto('/drafts')
  await creator.getByRole('button', { name: 'New Post', exact: true }).click()
  await creator.getByLabel('Title (optional)').fill(title)
  const files = [1, 2].map(async (n) => ({
    name: `${n}.png`,
    mimeType: 'image/png',
    buffer: await creator.screenshot(),
  }))
  await creator.getByLabel('Pictures, videos or recordings').setInputFiles(await Promise.all(files))
  const parts = creator.getByRole('list', { name: 'Pictures and videos in order' }).getByRole('listitem')
  await expect(parts).toHaveCount(2)
  await creator.getByLabel('Content').fill('Before the match.')
  await creator.getByRole('toolbar').getByRole('button', { name: 'Picture' }).click()
  const dialog = creator.getByRole('dialog', { name: 'Picture in the Text' })
  await dialog.getByRole('radio', { name: 'Picture 2' }).check()
  await dialog.getByLabel('Description').fill('The empty stand')
  await dialog.getByRole('button', { name: 'Insert Picture' }).click()
  await creator.getByRole('button', { name: /^Publish to \d/ }).click()
  const published = creator.getByRole('article', { name: title })
  await expect(published.getByRole('img', { name: 'The empty stand' })).toBeVisible()

  await editFiles(creator, title)
  await creator.getByRole('button', { name: 'Remove Picture 2' }).click()
  await expect(creator.getByText('This picture was removed.')).toBeVisible()
  await saveChanges(creator, title)
  const member = await signedInAs('member')
  await member.goto(new URL(creator.url()).pathname)
  const post = member.getByRole('article', { name: title })
  await expect(post).toContainText('A picture that stood here was removed.')
  await expect(post.getByRole('img', { name: 'The empty stand' })).toHaveCount(0)

  await creator.getByRole('button', { name: `More for the post: ${title}` }).click()
  await creator.getByRole('button', { name: 'Version History' }).click()
  await creator.getByRole('button', { name: 'Restore version 1' }).click()
  await expect(toastOn(creator)).toContainText('Members see version 1 again.')
  await expect(post.getByRole('img', { name: 'The empty stand' })).toBeVisible()
})
