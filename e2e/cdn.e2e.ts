import { addFilms } from '../server/src/testing/many-films.ts'
import { openCdn } from '../server/src/testing/cdn-nginx.ts'
import { clip, hasFfmpeg } from '../server/src/testing/clips.ts'
import { freePorts } from '../server/src/testing/free-ports.ts'
import { hasNginx } from '../server/src/testing/nginx-for-tests.ts'
import { openEmptySite } from '../bench/site-under-test.ts'
import { expect, rememberPassedGate, test } from './club.ts'
import { playerButton, publishVideo, startVideo, videoTime, watchMedia } from './films.ts'
import { saveHere } from './saved-copies.ts'
import { waitForWorker } from './worker.ts'

test.skip(!hasFfmpeg, 'There is no ffmpeg here to make a film with.')
test.skip(!hasNginx, 'There is no nginx here to stand in for a CDN.')
test.use({ serviceWorkers: 'allow' })

const opened: { close(): Promise<void> }[] = []
test.afterAll(async () => {
  for (const one of opened.toReversed()) await one.close()
})

test('plays a film from a CDN, goes on when its addresses have expired, and saves it [PLAY-9, OFF-3]', async ({
  browser,
}) => {
  const [port = 0] = await freePorts(1)
  const site = await openEmptySite({ MEDIA_CDN_URL: `http://127.0.0.1:${port}` })
  opened.push(site)
  const cdn = await openCdn({ port, siteUrl: site.url })
  opened.push(cdn)
  const [name = '', value = ''] = (await addFilms(site.folder, { count: 0, bytes: 0 })).split('=')
  const context = await browser.newContext({ baseURL: site.url })
  await context.addInitScript(rememberPassedGate)
  await context.addCookies([{ name, value, url: site.url }])
  const page = await context.newPage()
  const film = await publishVideo(page, await clip({ size: '320x180', seconds: 60, args: ['-r', '5'] }), {
    title: 'From far away',
    isDone: ({ media }) => !!media?.streamUrl,
  })
  await page.goto('/saved')
  await waitForWorker(page)

  const seen = watchMedia(page)
  const fromCdn: string[] = []
  const expiredAt = 1
  await page.route(`${cdn.url}/**`, async (route) => {
    const isExpired = fromCdn.length === expiredAt
    fromCdn.push(new URL(route.request().url()).pathname)
    const headers = { 'access-control-allow-origin': site.url }
    await (isExpired ? route.fulfill({ status: 404, headers }) : route.continue())
  })
  await page.goto(film.address)
  await startVideo(page, film.title)
  expect(seen.variants).toContain('stream-key')
  await expect.poll(() => fromCdn.length).toBeGreaterThan(expiredAt)
  await playerButton(page, 'Pause').focus()
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('l')
  await expect.poll(() => videoTime(page)).toBeGreaterThan(41)
  expect(fromCdn).toContain(fromCdn[expiredAt]!.replace(/\d{5}$/, '00006'))
  expect(seen.variants.filter((variant) => variant === 'stream')).toHaveLength(2)
  await expect(page.getByRole('alert')).toHaveCount(0)

  const loaded = fromCdn.length
  await saveHere(page)
  expect(new Set(fromCdn.slice(loaded)).size).toBeGreaterThan(3)
  // The site itself has sent no segment to the browser.
  expect(seen.variants.filter((variant) => /-\d{5}$/.test(variant))).toEqual([])
  expect(seen.refused).toEqual([])

  await context.close()
})
