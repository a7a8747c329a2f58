import { api } from '@touchline/contract/api.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inBothStores } from '#testing/both-stores.ts'
import type { Club } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { hourOfDepartures, leave } from '#testing/deleting-account.ts'
import { signInAgain } from '#testing/months.ts'
import { storedKeys } from '#testing/stored-files.ts'

const dayMs = 24 * 60 * 60_000

const keyOf = (url: string | undefined) => url!.slice('/media/'.length)

inBothStores('the files of a deleted member', (openClub) => {
  let club: Club
  beforeAll(async () => {
    club = await openClub()
  })
  afterAll(() => club.close())

  it('are deleted with them, others’ stay [SET-6, T-PR-01]', async () => {
    const file = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2255aa' } })
      .png()
      .toBuffer()
    const applicant = newApplicant()
    const { caller } = await join(club, applicant)
    const urls = []
    for (const person of [club.people.otherMember, caller]) {
      const body = new FormData()
      body.append('avatar', new Blob([new Uint8Array(file)]), 'me.png')
      urls.push((await person.call(api.profiles.uploadAvatar, { body })).body.profileImageUrl)
    }
    expect(await storedKeys(club)).toEqual(urls.map(keyOf).toSorted())
    await leave(club, caller, applicant.email)
    club.clock.advance(28 * dayMs)
    await club.services.payments.sandbox!.control.runDue()
    await hourOfDepartures(club)
    expect(await storedKeys(club)).toEqual([keyOf(urls[0])])
    await signInAgain(club, club.people.admin)
    expect((await club.people.admin.fetch(urls[1]!)).status).toBe(404)
  })
})
