import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { exportedBy, jsonOf, secrets, someone } from '#testing/exporting.ts'
import { attachedFile, joinPosts, storedPost, streamedVideo, wholeVideo } from '#testing/stored-post.ts'
import { exports } from './schema.ts'

const all = ['profile', 'comments', 'likes', 'tips', 'posts', 'media', 'analytics', 'subscribers']

inBothStores('an export is made', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())
  // How often one may is a test of its own.
  beforeEach(async () => void (await club.services.db.delete(exports)))

  const textPost = (creatorId: string, title: string) =>
    publishPost(club.services, { creatorId, title, content: `About ${title}`, contentType: 'text' })

  it('is of a creator their own posts, media, figures and the subscribers, and no secret [EXP-1, T-EX-01, T-EX-04]', async () => {
    const { creator, otherCreator, member } = club.people
    const { services } = club
    const mine = await textPost(otherCreator.id, 'Mine')
    await textPost(creator.id, 'Not theirs')
    const film = await storedPost(services, {
      creatorId: otherCreator.id,
      kind: 'video',
      files: streamedVideo(),
    })
    const foreign = await storedPost(services, {
      creatorId: creator.id,
      kind: 'video',
      files: [wholeVideo(500)],
    })
    await member.call(api.posts.countViews, { body: { postIds: [mine] } })
    const { files, headers } = await exportedBy(otherCreator, all)
    expect([...files.keys()]).toEqual([
      'profile.json',
      'support.json',
      'seen.json',
      'played.json',
      'positions.json',
      'muted-threads.json',
      'hidden-people.json',
      'comments.json',
      'mentions.json',
      'likes.json',
      'bookmarks.json',
      'comment-likes.json',
      'tips.json',
      'posts.json',
      'post-versions.json',
      'collections.json',
      'analytics.json',
      'subscribers.json',
      `media/${film.mediaId}.mov`,
      `media/${film.mediaId}-captions-en.vtt`,
    ])
    expect(files.get(`media/${film.mediaId}.mov`)!.toString()).toBe('as uploaded')
    expect(Number(headers.get('x-estimated-bytes'))).toBeGreaterThan(0)
    const titles = jsonOf(files, 'posts.json').map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Mine', null])
    const day = club.clock.now().toISOString().slice(0, 10)
    expect(jsonOf(files, 'analytics.json')[0]).toMatchObject({
      postId: mine,
      views: 1,
      viewsByDay: [{ day, views: 1 }],
    })
    const subscribers: Record<string, unknown>[] = jsonOf(files, 'subscribers.json')
    expect(subscribers.find(({ email }) => email === member.email)).toMatchObject({
      displayName: 'Mina Osei',
      status: 'active',
    })
    for (const row of subscribers)
      expect(Object.keys(row)).toEqual([
        'displayName',
        'email',
        'status',
        'joinedAt',
        'startedAt',
        'accessUntil',
      ])
    const everything = [...files].filter(([name]) => name.endsWith('.json')).map(([, bytes]) => bytes)
    expect(everything.join('\n')).not.toMatch(secrets)
    expect([...files.keys()].join()).not.toContain(foreign.mediaId)

    const ofAdmin = (await exportedBy(club.people.admin, ['media', 'posts'])).files
    expect(ofAdmin.has(`media/${foreign.mediaId}.mp4`)).toBe(true)
    expect(ofAdmin.get('posts.json')!.toString()).toContain('Not theirs')
  })

  it('has every picture of a gallery, and attachments with their extension [EXP-1, GAL-1, ATT-1]', async () => {
    const author = await someone(club, { role: 'creator', firstName: 'Una' })
    const { services } = club
    const file = { role: 'size', mimeType: 'image/webp', variant: '640', width: 640 } as const
    const picture = { creatorId: author.id, kind: 'image' as const }
    const first = await storedPost(services, {
      ...picture,
      files: [{ ...file, content: Buffer.from('one') }],
    })
    const second = await storedPost(services, {
      ...picture,
      files: [{ ...file, content: Buffer.from('two') }],
    })
    const plan = await storedPost(services, { ...picture, files: [attachedFile(Buffer.from('plan'))] })
    await joinPosts(services, first, [
      { post: second, position: 1, alt: 'The second' },
      { post: plan, position: 0, name: 'Plan.gpx' },
    ])
    const { files } = await exportedBy(author, ['media', 'posts'])
    expect(files.get(`media/${first.mediaId}.webp`)!.toString()).toBe('one')
    expect(files.get(`media/${second.mediaId}.webp`)!.toString()).toBe('two')
    expect(files.get(`media/${plan.mediaId}.gpx`)!.toString()).toBe('plan')
    expect(jsonOf(files, 'posts.json')).toMatchObject([
      {
        mediaId: first.mediaId,
        parts: [{ mediaId: first.mediaId }, { mediaId: second.mediaId, mediaAlt: 'The second' }],
        attachments: [{ mediaId: plan.mediaId, name: 'Plan.gpx' }],
      },
    ])
  })

  it('includes the avatar and lists files missing in storage [EXP-1]', async () => {
    const author = await someone(club, { role: 'creator', firstName: 'Ann' })
    const body = new FormData()
    const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
    body.append('avatar', new Blob([Buffer.from(gif, 'base64')]), 'me.gif')
    expect((await author.call(api.profiles.uploadAvatar, { body })).status).toBe(200)
    const lost = await storedPost(club.services, {
      creatorId: author.id,
      kind: 'video',
      files: [wholeVideo(100)],
    })
    const kept = await storedPost(club.services, {
      creatorId: author.id,
      kind: 'video',
      files: [wholeVideo(100)],
    })
    await club.services.media.delete(`${lost.mediaId}/whole`)
    const { files } = await exportedBy(author, ['profile', 'media'])
    expect(files.get('profile-picture.webp')!.toString('latin1', 8, 12)).toBe('WEBP')
    expect(files.has(`media/${kept.mediaId}.mp4`)).toBe(true)
    expect(jsonOf(files, 'missing-media.json')).toEqual([`media/${lost.mediaId}.mp4`])
  })
})
