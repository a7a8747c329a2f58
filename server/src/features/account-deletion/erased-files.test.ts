import { api } from '@touchline/contract/api.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { signInAgain } from '#testing/months.ts'
import { storedKeys } from '#testing/stored-files.ts'
import { attachedFile, joinPosts, movingPicture, storedPost, streamedVideo } from '#testing/stored-post.ts'
import { playbackPositions } from '#features/reach/schema.ts'

const dayMs = 24 * 60 * 60_000

const keyOf = (url: string | undefined) => url!.slice('/media/'.length)

inBothStores('the files of a deleted member', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  /** A post of the creator: a picture, a film, a picture in its text and an attachment. */
  async function storedGallery() {
    const creatorId = club.people.creator.id
    const before = await storedKeys(club)
    const store = (files: ReturnType<typeof movingPicture>, kind: 'image' | 'video' = 'image') =>
      storedPost(club.services, { creatorId, kind, files })
    const first = await store(movingPicture())
    const film = await store(streamedVideo(), 'video')
    await joinPosts(club.services, first, [
      { post: film, position: 1 },
      { post: await store(movingPicture()), position: 2, inText: true },
      { post: await store([attachedFile(Buffer.from('plan'))]), position: 0, name: 'plan.gpx' },
    ])
    const keys = (await storedKeys(club)).filter((key) => !before.includes(key))
    return { id: first.id, film: film.mediaId, keys }
  }

  it('are deleted with them, others’ stay, galleries and attachments too [SET-6, T-PR-01, GAL-1, ATT-1]', async () => {
    const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2255aa' } })
      .png()
      .toBuffer()
    const applicant = newApplicant()
    const { caller, user } = await join(club, applicant)
    const urls = []
    for (const person of [club.people.otherMember, caller]) {
      const body = new FormData()
      body.append('avatar', new Blob([new Uint8Array(file)]), 'me.png')
      urls.push((await person.call(api.profiles.uploadAvatar, { body })).body.profileImageUrl)
    }
    const gallery = await storedGallery()
    const watched = { personId: user.id, postId: gallery.id, mediaId: gallery.film, seconds: 7 }
    await club.services.db.insert(playbackPositions).values({ ...watched, playedAt: club.clock.now() })
    expect(await storedKeys(club)).toEqual([...urls.map(keyOf), ...gallery.keys].toSorted())
    await leave(club, caller, applicant.email)
    club.clock.advance(28 * dayMs)
    await club.services.payments.sandbox!.control.runDue()
    await hourOfDepartures(club)
    expect(await storedKeys(club)).toEqual([keyOf(urls[0]), ...gallery.keys].toSorted())
    expect(await club.services.db.select().from(playbackPositions)).toEqual([])
    await signInAgain(club, club.people.admin)
    expect((await club.people.admin.fetch(urls[1]!)).status).toBe(404)
  })
})
