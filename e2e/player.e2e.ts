import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasFfmpeg } from '../server/src/testing/clips.ts'
import { openLivePage, titled } from './club-posts.ts'
import { expect, test } from './club.ts'
import {
  forgetPosition,
  videoState,
  videoTime,
  playerButton,
  publishVideo,
  startVideo,
  streamedFilm,
  watchMedia,
} from './films.ts'
import { becomeMember, controlSandbox } from './people.ts'
import { tabAndPress } from './tabbing.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')

const captions = `WEBVTT

00:00.000 --> 00:09.000
The <i>flag</i> stays down.

00:09.000 --> 00:14.000
Goal!
`

test('streams an uploaded video and seeks by keyboard [PLAY-1, UPL-4, T-HD-02]', async ({ signedInAs }) => {
  const film = await streamedFilm(await signedInAs('creator'))
  const { title } = film
  const page = await signedInAs('member')
  const seen = watchMedia(page)
  await forgetPosition(page, film)
  await page.goto(film.address)
  const frame = page.getByRole('group', { name: `Video: ${title}` })
  await expect(frame.getByRole('button', { name: `Play video: ${title}` })).toBeVisible()
  const sizeOf = async () => {
    const { width, height } = (await frame.boundingBox())!
    return { width, height }
  }
  const before = await sizeOf()
  // Before playing there is only the poster.
  expect(seen.variants.filter((variant) => /^(stream|whole)/.test(variant))).toEqual([])
  await startVideo(page, title)
  expect(await sizeOf()).toEqual(before)
  expect(seen.variants).toContain('stream')
  expect(seen.variants).toContain('stream-key')
  expect(seen.variants.some((variant) => /^stream-(450|360)-00000$/.test(variant))).toBe(true)
  expect(seen.variants).not.toContain('whole')
  await expect(playerButton(page, 'Pause')).toBeFocused()

  await page.keyboard.press('k')
  await expect(playerButton(page, 'Play')).toBeFocused()
  const { time, isPlaying } = await videoState(page)
  expect(isPlaying).toBe(false)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => videoTime(page)).toBeCloseTo(time + 5, 1)
  await page.keyboard.press('Home')
  await expect.poll(() => videoTime(page)).toBe(0)
  const seek = page.getByRole('slider', { name: 'Seek' })
  await seek.focus()
  await page.keyboard.press('l')
  await expect.poll(() => videoTime(page)).toBeCloseTo(10, 1)
  await expect(seek).toHaveAttribute('aria-valuetext', '10 seconds of 14 seconds')
  await expect.poll(async () => (await videoState(page)).isReady).toBe(true)
  expect(seen.variants.some((variant) => variant.endsWith('-00001'))).toBe(true)

  const { isMuted } = await videoState(page)
  await page.keyboard.press('m')
  await expect.poll(async () => (await videoState(page)).isMuted).toBe(!isMuted)
  await page.keyboard.press('f')
  await expect(playerButton(page, 'Exit full screen')).toBeVisible()
  await page.keyboard.press('f')
  await expect(playerButton(page, 'Full screen')).toBeVisible()

  // The player handles keys only while it has the focus.
  await page.getByRole('textbox', { name: 'Add a comment' }).focus()
  await page.keyboard.press('Home')
  expect(await videoTime(page)).toBeCloseTo(10, 1)
  expect(seen.refused).toEqual([])
})

test('plays a video in the chosen quality and speed [PLAY-1]', async ({ signedInAs }) => {
  const film = await streamedFilm(await signedInAs('creator'))
  const { title } = film
  const page = await signedInAs('member')
  const seen = watchMedia(page)
  await forgetPosition(page, film)
  await page.goto(film.address)
  await startVideo(page, title)
  await playerButton(page, 'Settings').click()
  const settings = page.getByRole('group', { name: 'Settings' })
  await expect(settings.getByLabel('Quality').locator('option')).toHaveText(['Auto', '450p', '360p'])
  for (const [side, speed] of [
    [360, 1.5],
    [450, 2],
  ] as const) {
    await settings.getByLabel('Quality').selectOption(`${side}p`)
    await settings.getByLabel('Speed').selectOption(`${speed}×`)
    await page.keyboard.press('Escape')
    await expect(settings).toHaveCount(0)
    await expect(playerButton(page, 'Settings')).toBeFocused()
    await page.keyboard.press('Home')
    await expect.poll(async () => (await videoState(page)).height).toBe(side)
    expect((await videoState(page)).speed).toBe(speed)
    expect(seen.variants.some((variant) => variant.startsWith(`stream-${side}-`))).toBe(true)
    await playerButton(page, 'Settings').click()
  }
  // The chosen speed applies to every later video in this browser.
  await page.reload()
  await startVideo(page, title)
  expect((await videoState(page)).speed).toBe(2)
})

test('resumes a video on every device until it is over [PLAY-1, PLAY-6, PLAY-7]', async ({ signedInAs }) => {
  const film = await streamedFilm(await signedInAs('creator'))
  const { title, address } = film
  const page = await signedInAs('member')
  await forgetPosition(page, film)
  await page.goto(film.address)
  await startVideo(page, title)
  const inSystem = () => page.evaluate(() => navigator.mediaSession.metadata?.title)
  await expect.poll(inSystem).toBe(title)
  await page.keyboard.press('k')
  await expect(playerButton(page, 'Play')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('l')
  await expect.poll(() => videoTime(page)).toBeCloseTo(10, 1)
  await page.reload()
  await expect(page.getByText('Continue at 0:10')).toBeVisible()

  const phone = await signedInAs('member')
  await phone.goto('/')
  const underWay = phone.getByRole('region', { name: 'Continue watching' })
  const link = underWay.getByRole('link').filter({ hasText: title })
  await expect(link).toContainText('Continue at 0:10')
  await link.click()
  await expect(playerButton(phone, `Continue at 0:10: ${title}`)).toBeVisible()
  await page.getByRole('button', { name: `Continue at 0:10: ${title}` }).click()
  await expect.poll(() => videoTime(page)).toBeGreaterThan(10)
  await page.keyboard.press('k')

  await page.reload()
  await page.getByRole('button', { name: 'From the beginning' }).click()
  await expect.poll(() => videoTime(page)).toBeGreaterThan(0.2)
  await page.keyboard.press('End')
  await expect(playerButton(page, 'Play')).toBeVisible()
  await page.reload()
  for (const device of [page, phone])
    await expect(async () => {
      await device.goto(address)
      await expect(playerButton(device, `Play video: ${title}`)).toBeVisible({ timeout: 10_000 })
    }).toPass()
})

test('shows and hides captions live as the creator changes them [PLAY-3, LIVE-1]', async ({ signedInAs }) => {
  const creator = await signedInAs('creator')
  const film = await streamedFilm(creator)
  const { title, address } = film
  const member = await signedInAs('member')
  await forgetPosition(member, film)
  await openLivePage(member, address)
  await startVideo(member, title)
  await member.keyboard.press('k')
  await expect(playerButton(member, 'Captions')).toHaveCount(0)

  await creator.goto(address)
  await creator.getByRole('button', { name: 'Captions of the post' }).click()
  const dialog = creator.getByRole('dialog', { name: 'Captions' })
  await expect(dialog.getByText('There are no captions yet.')).toBeVisible()
  const choose = (content: string) =>
    dialog
      .getByLabel('Captions file')
      .setInputFiles({ name: 'film.vtt', mimeType: 'text/vtt', buffer: Buffer.from(content) })
  await dialog.getByRole('button', { name: 'Add Captions' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a file with captions.')
  await choose(captions.replace('00:14.000', '00:08.000'))
  await dialog.getByRole('button', { name: 'Add Captions' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Line 6: a caption has to end after it begins.')
  await choose(captions)
  await dialog.getByRole('button', { name: 'Add Captions' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(/English/)
  await expect(dialog.getByRole('button', { name: 'Replace' })).toBeVisible()

  await expect(playerButton(member, 'Captions')).toHaveAttribute('aria-pressed', 'false')
  await playerButton(member, 'Play').focus()
  await member.keyboard.press('Home')
  await member.keyboard.press('c')
  await expect(playerButton(member, 'Captions')).toHaveAttribute('aria-pressed', 'true')
  const said = member.locator('[data-captions]')
  await expect(said).toHaveText('The flag stays down.')
  await expect(said.locator('i')).toHaveText('flag')
  await member.keyboard.press('l')
  await expect(said).toHaveText('Goal!')
  // They stay when the stream changes its size.
  await playerButton(member, 'Settings').click()
  const quality = member.getByRole('group', { name: 'Settings' }).getByLabel('Quality')
  await quality.selectOption('360p')
  await member.keyboard.press('Escape')
  await playerButton(member, 'Play').focus()
  await member.keyboard.press('Home')
  await expect.poll(async () => (await videoState(member)).height).toBe(360)
  await expect(said).toHaveText('The flag stays down.')
  await member.keyboard.press('l')
  await expect(said).toHaveText('Goal!')
  await member.keyboard.press('c')
  await expect(said).toHaveCount(0)
  await tabAndPress(member, playerButton(member, 'Captions'))
  await expect(said).toHaveText('Goal!')

  const question = creator.getByRole('alertdialog', { name: 'Remove Captions' })
  await dialog.getByRole('button', { name: 'Remove English' }).click()
  await expect(question.getByText('the captions in English?')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(/English/)
  await expect(dialog.getByRole('button', { name: 'Remove English' })).toBeFocused()
  await creator.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('There are no captions yet.')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect.poll(() => dialog.evaluate((opened) => opened.contains(document.activeElement))).toBe(true)
  await expect(playerButton(member, 'Captions')).toHaveCount(0)
  await expect(said).toHaveCount(0)
})

test('plays one video at a time, and never the original of a stream [PLAY-1, PLAY-2]', async ({
  signedInAs,
}) => {
  const creator = await signedInAs('creator')
  const film = await streamedFilm(creator)
  const { title } = film
  const short = await readFile(join(import.meta.dirname, '../content/demo/level-is-on.mp4'))
  await publishVideo(creator, short, { title: `${title} again`, isDone: ({ media }) => !!media?.streamUrl })
  const page = await signedInAs('member')
  const seen = watchMedia(page)
  await forgetPosition(page, film)
  await page.goto(titled(title))
  for (const name of [title, `${title} again`]) {
    await page.getByRole('button', { name: `Play video: ${name}`, exact: true }).click()
    const video = page.getByRole('group', { name: `Video: ${name}`, exact: true }).locator('video')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.2)
  }
  const first = page.getByRole('group', { name: `Video: ${title}`, exact: true })
  await expect(playerButton(page, 'Pause')).toHaveCount(1)
  await expect(first.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await first.getByRole('button', { name: 'Play', exact: true }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('l')
  await expect
    .poll(() => first.locator('video').evaluate((one: HTMLVideoElement) => one.currentTime))
    .toBeGreaterThanOrEqual(10)

  await page.route('**/media/*/stream', (route) => route.abort())
  await page.reload()
  // The saved position may be part of the name.
  await page.getByRole('button', { name: new RegExp(`^(Play video|Continue at .*): ${title}$`) }).click()
  await expect(page.getByRole('alert')).toContainText('The connection was lost.')
  expect(seen.variants).not.toContain('whole')
})

test('shows an error when a video does not play, with a retry [PLAY-2]', async ({ signedInAs }) => {
  const film = await streamedFilm(await signedInAs('creator'))
  const { title } = film
  const page = await signedInAs('member')
  await forgetPosition(page, film)
  await page.goto(film.address)
  await expect(page.getByRole('button', { name: `Play video: ${title}` })).toBeVisible()
  await page.route('**/media/**', (route) => route.abort())
  await page.getByRole('button', { name: `Play video: ${title}` }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'The connection was lost. Please try again once you are back online.',
  )
  await page.unroute('**/media/**')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.poll(() => videoTime(page)).toBeGreaterThan(0.2)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('stops a video with a message when access ends [PLAY-2, T-MD-05]', async ({
  signedInAs,
  unlocked: page,
}) => {
  const { title, address } = await streamedFilm(await signedInAs('creator'))
  const { subscriptionId } = await becomeMember(page)
  // The live connection would redirect the viewer before the player fails.
  await page.routeWebSocket('**/ws', () => new Promise<never>(() => {}))
  const { promise: ended, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/media/*/stream-*-00001', async (route) => {
    await ended
    await route.continue()
  })
  await page.goto(address)
  await page.getByRole('button', { name: `Play video: ${title}` }).click()
  await expect.poll(() => videoTime(page)).toBeGreaterThan(0.2)
  await controlSandbox('end-subscription', { subscriptionId })
  await page.request.get('/api/subscription-status?refresh=1')
  letThrough()
  await expect(page.getByRole('alert')).toHaveText('You do not have access to this any more.')
  expect((await videoState(page)).isPlaying).toBe(false)
})
