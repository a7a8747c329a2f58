import { overflowProblems, violations } from './axe.ts'
import { titled, withoutLive } from './club-posts.ts'
import { expect, type Page, test } from './club.ts'
import { videoState, playerButton, startVideo } from './films.ts'

const film = 'Level is on'

/** Returns the problems of the screen in both themes. */
const problemsOf = async (page: Page) => [
  ...(await violations(page, { theme: 'dark' })),
  ...(await violations(page, { theme: 'light', isColours: true })),
  ...(await overflowProblems(page)),
]

async function stopped(page: Page) {
  await startVideo(page, film)
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await expect.poll(async () => (await videoState(page)).time).toBe(0)
}

test('makes the player accessible and fits it into the window [PLAY-1, PLAY-2] @everywhere', async ({
  signedInAs,
}) => {
  const page = await signedInAs('member')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(titled(film))
  await expect(page.getByRole('button', { name: `Play video: ${film}` })).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await stopped(page)
  expect(await problemsOf(page)).toEqual([])
  const frame = (await page.getByRole('group', { name: `Video: ${film}` }).boundingBox())!
  for (const button of await page
    .getByRole('group', { name: `Video: ${film}` })
    .getByRole('button')
    .all()) {
    if (!(await button.isVisible())) continue
    const box = (await button.boundingBox())!
    expect([box.width, box.height]).toEqual([44, 44])
    expect(box.x).toBeGreaterThanOrEqual(frame.x)
    expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
  }
  await playerButton(page, 'Settings').click()
  await expect(page.getByRole('group', { name: 'Settings' })).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.reload()
  await page.route('**/media/**', (route) => route.abort())
  await page.getByRole('button', { name: `Play video: ${film}` }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
})

test('makes recordings, large pictures and captions accessible [PLAY-1, PLAY-3, PLAY-4] @everywhere', async ({
  signedInAs,
}) => {
  const page = await signedInAs('creator')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withoutLive(page)
  await page.goto(titled('Four signals'))
  await page.getByRole('button', { name: 'Play recording: Four signals' }).click()
  await expect(playerButton(page, 'Pause')).toBeVisible()
  await page.keyboard.press('k')
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Captions of the post' }).click()
  await expect(page.getByRole('dialog', { name: 'Captions' })).toBeVisible()
  expect(await problemsOf(page)).toEqual([])

  await page.goto(titled('Two watches'))
  await page.getByRole('button', { name: /^Open picture: Two wristwatches/ }).click()
  const picture = page.getByRole('dialog', { name: /^Two wristwatches/ })
  await expect(picture).toBeVisible()
  expect(await problemsOf(page)).toEqual([])
  await picture.getByRole('button', { name: 'Zoom in' }).click()
  expect(await problemsOf(page)).toEqual([])
})
