import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { api } from '@touchline/contract/api.ts'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMediaPrograms } from '#media/media-programs.ts'
import { examineFile } from '#media/uploaded-file.ts'
import { people as persons } from '#features/people/schema.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { clip, damageFirstPicture, hasFfmpeg, madeByFfmpeg, recording, rotated } from '#testing/clips.ts'
import { openFilmClub, filmTimeout } from '#testing/film-club.ts'
import { listenIn } from '#testing/received.ts'
import { media, mediaFiles } from './schema.ts'
import { processMedia } from './process-media.ts'
import { updatePostsOfMedia } from '#features/posts/update-posts-of-media.ts'

describe.skipIf(!hasFfmpeg)('a video', () => {
  let films: Awaited<ReturnType<typeof openFilmClub>>
  beforeAll(async () => {
    films = await openFilmClub()
  })
  afterAll(() => films.close())

  it('stays upright, silent, and is made even: as every phone and browser plays it [UPL-4]', async () => {
    const { publish, settledPost, bytesAt, filmAt, probed } = films
    const made = await Promise.all([
      clip({ args: ['-vf', 'drawbox=x=0:w=iw/2:color=red:t=fill'] }).then(rotated),
      clip({ size: '181x321', hasSound: false, args: ['-pix_fmt', 'yuv444p'] }),
      clip({ type: 'webm', size: '160x90', args: ['-deadline', 'realtime', '-cpu-used', '8'] }),
    ])
    const ids = []
    for (const film of made) ids.push(await publish(film))
    const expected = [
      { width: 180, height: 320, hasSound: true },
      { width: 180, height: 320, hasSound: false },
      { width: 160, height: 90, hasSound: true },
    ]
    for (const [index, { hasSound, ...size }] of expected.entries()) {
      const { media: shown } = await settledPost(ids[index]!)
      expect(shown).toMatchObject({ ...size, mimeType: 'video/mp4' })
      const { video, audio } = await probed(await filmAt(shown!.streamUrl!), 'video/mp4')
      expect(video).toMatchObject({ ...size, codec: 'h264', pixelFormat: 'yuv420p', isTurned: false })
      expect(audio !== null).toBe(hasSound)
    }
    // What a note rotated by 90 degrees is seen rotated: the red half is above.
    const { media: shown } = await settledPost(ids[0]!)
    const still = sharp(await bytesAt(shown!.poster[0]!.url)).resize(1, 2, { fit: 'fill' })
    const pixels = await still.removeAlpha().raw().toBuffer()
    const reds = [pixels[0]! - pixels[1]!, pixels[3]! - pixels[4]!].map((red) => red > 100)
    expect(reds.filter(Boolean)).toHaveLength(1)
  })

  it('shows why it failed to people who may change it, and blocks nothing else [UPL-4, T-UP-10]', async () => {
    const { club, publish, seenBy, settledPost, mediaItemOf, isTidy } = films
    let calls = 0
    const trap = createServer((_request, answer) => {
      calls += 1
      answer.end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => trap.once('listening', resolve))
    const bound = trap.address()
    const port = bound && typeof bound === 'object' ? bound.port : 0
    const url = `http://127.0.0.1:${port}/piece.ts`
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${url}\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n`
    const concat = `ffconcat version 1.0\nfile '${url}'\nfile '/etc/passwd'\n`
    const ftyp = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')
    const avi = Buffer.from('RIFF\xff\xff\0\0AVI LIST', 'latin1')
    const good = await clip({ size: '160x90' })
    const damaged = 'This file is damaged and cannot be read.'
    const pictureless = 'There is no picture in this video.'
    const bad: [Uint8Array, string][] = [
      [Buffer.concat([ftyp, Buffer.from(list)]), damaged],
      [Buffer.concat([ftyp, Buffer.from(concat)]), damaged],
      [Buffer.concat([avi, Buffer.from(list)]), pictureless],
      [good.subarray(0, good.length >> 1), damaged],
      [
        await clip({ size: '16x16', args: ['-vf', 'setpts=20000*PTS', '-vsync', 'vfr', '-af', 'volume=0'] }),
        'This video is too long: the limit is 4 hours.',
      ],
      [await clip({ size: '4098x32' }), 'This video is too large: the limit is 4096 × 2304 pixels.'],
      [await clip({ hasSound: false, args: ['-t', '0'] }), pictureless],
    ]
    const ids = []
    for (const [bytes] of bad) ids.push(await publish(bytes))
    const next = await publish(good)
    for (const [index, [, sentence]] of bad.entries()) {
      const post = await settledPost(ids[index]!)
      expect([index, post.status]).toEqual([index, 'failed'])
      expect(post.problem).toBe(sentence)
      expect((await seenBy('member', post.id)).status).toBe(404)
    }
    expect((await settledPost(next)).status).toBe('ready')
    expect(calls).toBe(0)
    trap.close()

    const [first = '', second = ''] = ids
    expect((await seenBy('admin', first)).body.problem).toBe(damaged)
    expect((await seenBy('otherCreator', first)).status).toBe(404)
    const again = { params: { id: first } }
    expect((await club.people.otherCreator.call(api.posts.prepareAgain, again)).status).toBe(403)
    expect((await club.people.creator.call(api.posts.prepareAgain, { params: { id: next } })).status).toBe(
      409,
    )
    expect((await club.people.creator.call(api.posts.prepareAgain, again)).status).toBe(200)
    expect((await settledPost(first)).problem).toBe(damaged)

    const health = async () => (await club.people.admin.call(api.media.health)).body
    const { ffmpeg: version, problem, failed } = await health()
    expect([version !== null, problem, failed.length]).toEqual([true, null, bad.length])
    const { id: mediaId } = await mediaItemOf(second)
    const retry = { params: { id: mediaId } }
    expect((await club.people.admin.call(api.media.tryAgain, retry)).status).toBe(204)
    await expect.poll(async () => (await health()).failed.length, filmTimeout).toBe(bad.length)
    expect((await club.people.admin.call(api.media.tryAgain, { params: { id: 'x' } })).status).toBe(404)
    for (const id of ids) await club.people.creator.call(api.posts.remove, { params: { id } })
    expect((await health()).failed).toEqual([])
    await isTidy()
  })

  it('whose first picture is damaged is published with a still of a later one [UPL-1, UPL-4]', async () => {
    const { publish, settledPost } = films
    const film = await clip({ size: '160x90', seconds: 2, hasSound: false, args: ['-g', '10'] })
    damageFirstPicture(film)
    const post = await settledPost(await publish(film))
    expect(post).toMatchObject({ status: 'ready' })
    expect(post.media!.poster.length).toBeGreaterThan(0)
  })

  it('is not given up for an error of a program that is stopped while it starts', async () => {
    const { club, ffmpeg, publish, settledPost, mediaItemOf } = films
    await club.services.jobs.settled()
    await ffmpeg.refuseOnce()
    const id = await publish(await clip({ size: '16x16', seconds: 1, hasSound: false }))
    expect(await settledPost(id)).toMatchObject({ status: 'ready' })
    await club.services.jobs.settled()
    expect(await mediaItemOf(id)).toMatchObject({ problem: null, status: 'ready' })
  })

  it('is not given up for a bucket or a disk that is away for longer than it is tried [R-25, R-07]', async () => {
    const { club, publish, settledPost, mediaItemOf } = films
    const { services } = club
    await services.jobs.settled()
    const post = await settledPost(await publish(await clip({ size: '16x16', seconds: 1, hasSound: false })))
    await services.jobs.settled()
    const { id: mediaId } = await mediaItemOf(post.id)
    const streamed = await services.db
      .delete(mediaFiles)
      .where(and(eq(mediaFiles.mediaId, mediaId), eq(mediaFiles.role, 'stream')))
      .returning()
    for (const { key } of streamed) await services.media.delete(key)
    await services.db.update(media).set({ work: 'stream' }).where(eq(media.id, mediaId))
    const away = (problem: unknown) => {
      const copyTo = () => Promise.reject(Object.assign(new Error('away'), problem))
      return { ...services, media: { ...services.media, copyTo } }
    }
    const tryWith = (having: typeof services) =>
      processMedia(having, async () => {}, { mediaId, lane: 'quick' }).catch(() => 'failed')
    for (let time = 0; time < 5; time++) expect(await tryWith(away({ code: 'ECONNREFUSED' }))).toBe('failed')
    expect(await tryWith(away({ code: 'ENOSPC' }))).toBe('failed')
    expect(await mediaItemOf(post.id)).toMatchObject({ attempts: 0, problem: null })
    // What is not there any more never comes back.
    for (let time = 0; time < 3; time++) await tryWith(away({ code: 'ENOENT' }))
    expect((await mediaItemOf(post.id)).problem).toBe('This file could not be prepared. Please try again.')
  })

  it('is retried after its program was killed, once, and not after removal', async () => {
    const { club, ffmpeg, publish, seenBy, listedFor, settledPost, mediaItemOf, isTidy } = films
    await club.services.jobs.settled()
    await ffmpeg.slow()
    const film = await clip({ size: '16x16', seconds: 240, hasSound: false, args: ['-r', '5'] })
    const heard = listenIn(club)
    const id = await publish(film)
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    const [first] = ffmpeg.running()
    // As everything on the machine is asked to end before it goes down.
    process.kill(first!, 'SIGTERM')
    const listed = ['creator', 'admin', 'member', 'otherCreator'] as const
    const seen = []
    for (const name of listed) seen.push([(await seenBy(name, id)).status, await listedFor(name, id)])
    const before = (await listedFor('member', id))[0]
    expect(seen).toEqual([
      [200, [before + 1, true]],
      [200, [before + 1, true]],
      [404, [before, false]],
      [404, [before, false]],
    ])
    // The job retries it, and a worker that lost its claim starts it too.
    const isAnother = () => ffmpeg.running().filter((pid) => pid !== first).length
    await expect.poll(isAnother, filmTimeout).toBe(1)
    const { id: mediaId, attempts, lane } = await mediaItemOf(id)
    expect(attempts).toBe(2)
    const stopped = openMediaPrograms({ searchPath: ffmpeg.searchPath })
    const stopping = processMedia({ ...club.services, programs: stopped }, async () => {}, { mediaId, lane })
    await expect.poll(isAnother, filmTimeout).toBe(2)
    stopped.close()
    await expect(stopping).rejects.toThrow('SIGKILL')
    expect((await mediaItemOf(id)).attempts).toBe(2)
    await ffmpeg.fast()
    for (const pid of ffmpeg.running()) process.kill(pid, 'SIGKILL')
    expect(await settledPost(id)).toMatchObject({ status: 'ready' })
    await club.services.jobs.settled()
    const said = (await heard.soFar()).filter(({ message }) => 'postId' in message && message.postId === id)
    expect(said.map(({ message }) => message.type)).toEqual(['post_created', 'post_updated'])

    await ffmpeg.slow()
    const removed = await publish(film)
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    await club.people.creator.call(api.posts.remove, { params: { id: removed } })
    await expect.poll(() => ffmpeg.running(), filmTimeout).toEqual([])
    await ffmpeg.fast()
    await isTidy()
  })

  it('is published once by two concurrent workers, even when its creator was suspended', async () => {
    const { club, ffmpeg, publish, settledPost, mediaItemOf, isTidy } = films
    const { services, people } = club
    await services.jobs.settled()
    await ffmpeg.slow()
    const heard = listenIn(club)
    const id = await publish(await clip({ size: '640x450', seconds: 3, args: ['-c:v', 'mpeg4'] }))
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(1)
    const { id: mediaId } = await mediaItemOf(id)
    // The first worker has lost its claim, as after an expired lease, and finishes all the same.
    const second = processMedia(services, (tx, mediaItem) => updatePostsOfMedia(services, tx, mediaItem), {
      mediaId,
      lane: 'quick',
    })
    await expect.poll(() => ffmpeg.running().length, filmTimeout).toBe(2)
    const suspend = (isBlocked: boolean) =>
      services.db.update(persons).set({ isBlocked }).where(eq(persons.id, people.creator.id))
    await suspend(true)
    await second
    await expect.poll(async () => (await mediaItemOf(id)).work, filmTimeout).not.toBe('prepare')
    await ffmpeg.fast()
    await services.jobs.settled()
    await suspend(false)
    expect(await mediaItemOf(id)).toMatchObject({ status: 'ready', work: null, attempts: 0, problem: null })
    expect((await settledPost(id)).media!.streamUrl).not.toBeNull()
    const said = (await heard.soFar()).filter(({ message }) => 'postId' in message && message.postId === id)
    expect(said.map(({ message }) => message.type)).toEqual(['post_created', 'post_updated'])
    const roles = await services.db.select().from(mediaFiles).where(eq(mediaFiles.mediaId, mediaId))
    expect(roles.filter(({ role }) => role === 'whole' || role === 'source').map(({ role }) => role)).toEqual(
      ['source'],
    )
    await isTidy()
  })

  it('that is a recording keeps its sound alone, and shows how loud it is [UPL-4, T-UP-08]', async () => {
    const { club, settledPost, bytesAt, isTidy } = films
    const { services, people } = club
    const published = async (bytes: Buffer) => {
      const path = services.media.tempPath()
      await writeFile(path, bytes)
      const file = await examineFile(path)
      const kind = file.type!.kind
      return publishPost(services, { creatorId: people.creator.id, contentType: kind, file })
    }
    const cover = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const covered = [
      '-i',
      'given',
      '-map',
      '0',
      '-map',
      '1',
      '-disposition:v',
      'attached_pic',
      '-c:v',
      'copy',
    ]
    const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']
    const titled = ['-metadata', 'title=Sekret Person', '-af', "volume=0:enable='lt(t,1)':eval=frame"]
    const ids = [
      await published(await madeByFfmpeg([...sound, ...covered, ...titled], 'mp3', cover)),
      await published(await recording('m4a', ['-metadata', 'title=Sekret Person'])),
      await published(await recording('wav')),
    ]
    const types = ['audio/mpeg', 'audio/mp4', 'audio/mp4']
    for (const [index, id] of ids.entries()) {
      const { media: shown } = await settledPost(id)
      expect(shown).toMatchObject({ mimeType: types[index], streamUrl: null })
      expect(shown!.durationMs).toBeGreaterThan(1900)
      const bytes = await bytesAt(shown!.url)
      expect([bytes.includes('Sekret'), bytes.includes('PNG')]).toEqual([false, false])
      expect(shown!.waveform).toHaveLength(120)
      const [before, after] = [shown!.waveform!.slice(0, 40), shown!.waveform!.slice(80)]
      expect([Math.max(...before), Math.max(...after) > 90]).toEqual([0, true])
    }
    await services.jobs.settled()
    await isTidy()
  })
})
