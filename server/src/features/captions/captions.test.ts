import { api } from '@touchline/contract/api.ts'
import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mediaFiles } from '#features/media/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { type StoredPost, storedPost, wholeVideo } from '#testing/stored-post.ts'

const text = (words: string) => `WEBVTT\n\n00:00.500 --> 00:02.000\n${words}\n`

const updated = (postId: string) => ({ type: 'post_updated', postId })

inBothStores('captions are kept and read', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  type Of = { post: StoredPost; language?: string }
  const save = (person: Caller, { post, language = 'en' }: Of, content: unknown = text('Play on.')) =>
    person.call(api.captions.save, { params: { id: post.id, language }, body: { content } })
  const remove = (person: Caller, { post, language = 'en' }: Of) =>
    person.call(api.captions.remove, { params: { id: post.id, language } })

  const newPost = (kind: 'video' | 'audio' | 'image' = 'video', more = {}) => {
    const file = { ...wholeVideo(500), ...(kind === 'image' ? { role: 'size' as const, width: 10 } : {}) }
    return storedPost(club.services, { creatorId: club.people.creator.id, kind, files: [file], ...more })
  }
  const filesOf = (post: StoredPost) =>
    storedKeys(club).then((keys) => keys.filter((key) => key.startsWith(`${post.mediaId}/captions`)))

  it('keeps captions by language, shows them with the post and reads them at the door [PLAY-3] [T-MD-01] [T-MD-04]', async () => {
    const { creator, admin, member, lapsed, blocked } = club.people
    const post = await newPost()
    const saved = await save(creator, { post }, text('Never a penalty.'))
    expect([saved.status, saved.body]).toEqual([
      200,
      [{ url: post.addressOf('captions-en'), language: 'en' }],
    ])
    expect((await save(admin, { post, language: 'PT-br' })).body.map(({ language }) => language)).toEqual([
      'en',
      'pt-BR',
    ])
    const shown = await member.call(api.posts.show, { params: { id: post.id } })
    expect(shown.body.media?.captions).toEqual([
      { url: post.addressOf('captions-en'), language: 'en' },
      { url: post.addressOf('captions-pt-BR'), language: 'pt-BR' },
    ])
    const read = await member.fetch(post.addressOf('captions-en'))
    expect([read.status, await read.text()]).toEqual([
      200,
      'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nNever a penalty.\n',
    ])
    expect(Object.fromEntries(read.headers)).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      vary: 'Cookie',
    })
    for (const [person, status] of [
      [club.visitor(), 401],
      [lapsed, 403],
      [blocked, 403],
    ] as const)
      expect((await person.fetch(post.addressOf('captions-en'))).status).toBe(status)
  })

  it('allows only the author and admins to change captions [PLAY-3]', async () => {
    const { creator, otherCreator, admin, member, lapsed, pastDue, newcomer, blocked } = club.people
    const post = await newPost('audio')
    const outside = [
      [club.visitor(), 401],
      [member, 403],
      [lapsed, 403],
      [pastDue, 403],
      [newcomer, 403],
      [blocked, 403],
      [otherCreator, 403],
    ] as const
    for (const [person, status] of outside) expect((await save(person, { post })).status).toBe(status)
    expect(await filesOf(post)).toEqual([])
    expect((await save(admin, { post })).status).toBe(200)
    for (const [person, status] of outside) expect((await remove(person, { post })).status).toBe(status)
    expect((await remove(creator, { post })).body).toEqual([])
  })

  it('replaces the captions of a language, and leaves no file of theirs behind [PLAY-3]', async () => {
    const { creator, member } = club.people
    const post = await newPost()
    const etags: (string | null)[] = []
    // As long as each other: only their words differ.
    for (const words of ['Offside.', 'Onside!!']) {
      expect((await save(creator, { post }, text(words))).body).toHaveLength(1)
      const read = await member.fetch(post.addressOf('captions-en'))
      etags.push(read.headers.get('etag'))
      expect(await read.text()).toContain(words)
    }
    expect(etags[0]).not.toBe(etags[1])
    await club.services.jobs.settled()
    expect(await filesOf(post)).toHaveLength(1)

    expect((await remove(creator, { post })).status).toBe(200)
    expect((await member.fetch(post.addressOf('captions-en'))).status).toBe(404)
    expect((await remove(creator, { post })).message).toBe('Captions not found')
    await club.services.jobs.settled()
    expect(await filesOf(post)).toEqual([])
  })

  it('removes captions with their post [PLAY-3] [FEED-4]', async () => {
    const { creator } = club.people
    const post = await newPost()
    await save(creator, { post })
    expect(await filesOf(post)).toHaveLength(1)
    await creator.call(api.posts.remove, { params: { id: post.id } })
    await club.services.jobs.settled()
    expect(await filesOf(post)).toEqual([])
    expect((await save(creator, { post })).status).toBe(404)
  })

  it('rejects invalid captions with a reason and keeps the old ones [PLAY-3]', async () => {
    const { creator } = club.people
    const post = await newPost()
    await save(creator, { post }, text('What there was.'))
    const long = text('x'.repeat(maxCaptionsBytes))
    const wrong: [content: unknown, status: number, sentence: RegExp][] = [
      ['', 400, /begins with the word WEBVTT/],
      [null, 400, /choose a file with captions/],
      [['WEBVTT'], 400, /choose a file with captions/],
      ['WEBVTT\n\n00:02.000 --> 00:01.000\nBack to front.', 400, /^Line 3: /],
      [`${text('Play')}\u0000`, 400, /characters/],
      [`${text('Play')}\ud800`, 400, /characters/],
      [long, 413, /^Captions may have up to 512 kB\.$/],
      [long.repeat(3), 413, /too large/],
    ]
    for (const [content, status, sentence] of wrong) {
      const answer = await save(creator, { post }, content)
      expect([String(content).slice(0, 50), answer.status]).toEqual([String(content).slice(0, 50), status])
      expect(answer.message).toMatch(sentence)
    }
    for (const language of ['english', 'e', 'en_GB', '../en', 'en-GB-oxendict', 'x'.repeat(200)])
      expect([language, (await save(creator, { post, language })).message]).toEqual([
        language,
        'Please name the language as in "en", "pt-BR" or "zh-Hant".',
      ])
    expect(await (await creator.fetch(post.addressOf('captions-en'))).text()).toContain('What there was.')
    expect(await filesOf(post)).toHaveLength(1)

    const picture = await newPost('image')
    expect([
      (await save(creator, { post: picture })).status,
      (await remove(creator, { post: picture })).status,
    ]).toEqual([409, 409])
    for (const id of ['01890000-0000-7000-8000-000000000000', 'no-id'])
      expect((await save(creator, { post: { ...post, id } })).status).toBe(404)
  })

  it('takes the longest captions there may be, and no more than forty languages [PLAY-3]', async () => {
    const { creator } = club.people
    const post = await newPost()
    const head = text('')
    const longest = `${head.trimEnd()}\n${'a\n'.repeat((maxCaptionsBytes - head.length) / 2)}`
    expect((await save(creator, { post }, longest)).status).toBe(200)
    const [row] = await club.services.db.select().from(mediaFiles).where(eq(mediaFiles.mediaId, post.mediaId))
    const languages = Array.from({ length: 40 }, (_, n) => ({
      ...row!,
      variant: `captions-x${String.fromCharCode(97 + (n >> 3), 97 + (n & 7))}`,
      role: 'captions' as const,
      key: `${post.mediaId}/none_${n}`,
    }))
    await club.services.db.insert(mediaFiles).values(languages)
    expect((await save(creator, { post, language: 'de' })).message).toBe(
      'There are captions in 40 languages already.',
    )
  })

  it('notifies members, or only the creator of an unready post [PLAY-3] [LIVE-3]', async () => {
    const { creator } = club.people
    const [ready, hidden] = [await newPost(), await newPost('video', { status: 'processing' })]
    const ear = listenIn(club)
    for (const post of [ready, hidden]) {
      await save(creator, { post })
      await remove(creator, { post })
    }
    expect((await save(creator, { post: ready }, 'no captions')).status).toBe(400)
    expect((await remove(creator, { post: ready })).status).toBe(404)
    const heard = (await ear.soFar()).filter(({ message }) => message.type === 'post_updated')
    expect(heard).toEqual([
      { audience: 'members', message: updated(ready.id) },
      { audience: 'members', message: updated(ready.id) },
      { audience: { person: creator.id }, message: updated(hidden.id) },
      { audience: { person: creator.id }, message: updated(hidden.id) },
    ])
  })
})
