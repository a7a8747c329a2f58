import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPerson } from '#features/people/create-person.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const save = (caller: Caller, body: Record<string, unknown>) => caller.call(api.profiles.update, { body })
const shown = async (caller: Caller) => (await caller.call(api.accounts.signedInUser)).body
const fields = async (caller: Caller) => {
  const { firstName, lastName, bio, location, website } = await shown(caller)
  return { firstName, lastName, bio, location, website }
}

describe('the own profile', () => {
  it('saves given fields, keeps missing ones and clears empty ones [PROF-1]', async () => {
    const { otherCreator } = club.people
    const written = {
      firstName: ' Robin ',
      lastName: 'Ødegaard-Nkemelu',
      bio: 'Left foot.\nRight time.',
      location: 'Near the flag',
      website: 'HTTPS://Robin.Example',
    }
    const kept = { ...written, firstName: 'Robin', website: 'https://robin.example/' }
    const answer = await save(otherCreator, written)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(kept)
    expect(await fields(otherCreator)).toEqual(kept)
    await save(otherCreator, { bio: '', location: null })
    expect(await fields(otherCreator)).toEqual({ ...kept, bio: null, location: null })
    await save(otherCreator, {})
    expect(await fields(otherCreator)).toEqual({ ...kept, bio: null, location: null })
  })

  it('keeps the name of a subscriber once it is set, and takes one that was missing [PROF-2]', async () => {
    const { member, otherMember } = club.people
    for (const body of [{ firstName: 'Mia' }, { lastName: 'Other' }, { firstName: '' }, { lastName: null }])
      expect(await save(member, { ...body, bio: 'Changed' })).toMatchObject({
        status: 403,
        message: 'Your name cannot be changed. Please write to support if it is wrong.',
      })
    expect(await fields(member)).toMatchObject({ firstName: 'Mina', lastName: 'Osei', bio: null })
    // The page sends the name along that is there already.
    expect((await save(member, { firstName: 'Mina', lastName: 'Osei', bio: 'Away end.' })).status).toBe(200)

    expect((await save(otherMember, { firstName: 'Otto' })).body.firstName).toBe('Otto')
    expect((await save(otherMember, { firstName: 'Otta' })).status).toBe(403)
    // Of two at the same time one sets the name, and the other hears that it is set.
    const both = await Promise.all(['One', 'Two'].map((lastName) => save(otherMember, { lastName })))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 403]))
    expect((await save(club.people.admin, { firstName: 'Adele' })).body.firstName).toBe('Adele')
  })

  it('accepts websites only from creators, and only web addresses [PROF-4, T-XS-02]', async () => {
    const { creator, member, admin } = club.people
    const refused = [
      'javascript:alert(1)',
      'JaVa\nscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      '//evil',
      'vbscript:msgbox(1)',
      'https://user:pw@h',
      'https://user@h/',
      'touchline.example',
      'mailto:sam@club.example',
      `https://x.example/${'ä'.repeat(60)}`,
    ]
    for (const website of refused) {
      const { status, message } = await save(creator, { website })
      expect([website, status, message]).toEqual([
        website,
        400,
        'Please enter a web address that begins with http:// or https://.',
      ])
    }
    expect((await save(creator, { website: `https://x.example/${'a'.repeat(200)}` })).status).toBe(400)
    expect((await shown(creator)).website).toBeNull()
    const taken = [
      ['http://club.example', 'http://club.example/'],
      [' https://Club.example/a b?q=a@b ', 'https://club.example/a%20b?q=a@b'],
      ['https://münchen.example', 'https://xn--mnchen-3ya.example/'],
    ]
    for (const [website, kept] of taken) expect((await save(creator, { website })).body.website).toBe(kept)
    for (const person of [member, admin]) {
      expect((await save(person, { website: 'https://mine.example' })).status).toBe(200)
      expect((await shown(person)).website).toBeNull()
    }
  })

  it('takes as much text as it says and not a sign more, and no text that cannot be kept [T-IN-02]', async () => {
    const { otherCreator } = club.people
    const longest = { firstName: 60, lastName: 60, bio: 500, location: 100 }
    for (const [field, length] of Object.entries(longest)) {
      // A name takes letters only; this one needs two code units.
      const sign = field.endsWith('Name') ? '𠮷' : '🙂'
      expect([field, (await save(otherCreator, { [field]: sign.repeat(length) })).status]).toEqual([
        field,
        200,
      ])
      const { status, message } = await save(otherCreator, { [field]: sign.repeat(length + 1) })
      expect([field, status, message]).toEqual([field, 400, `Please use at most ${length} characters.`])
      for (const text of ['a\u0000b', '\ud800', 7, true, ['x'], { a: 'b' }])
        expect([field, text, (await save(otherCreator, { [field]: text })).status]).toEqual([
          field,
          text,
          400,
        ])
      // The database would not keep it either.
      const written = { [field]: 'x'.repeat(length + 1), email: `${field}@club.example` }
      const created = createPerson(club.services.db, { ...written, createdAt: club.clock.now() })
      await expect(created).rejects.toMatchObject({ cause: { code: '23514' } })
    }
    expect((await otherCreator.call(api.profiles.update, { body: '[' })).status).toBe(400)
  })

  it('changes nothing that is not part of it [T-AZ-03]', async () => {
    const { member } = club.people
    const before = await shown(member)
    const others = {
      role: 'admin',
      isBlocked: true,
      isMainInfluencer: true,
      subscriptionStatus: 'canceled',
      stripeCustomerId: 'cus_other',
      email: 'other@club.example',
      id: club.people.admin.id,
      hasAccess: false,
      avatarId: 'x'.repeat(22),
      profileImageUrl: '/media/x/square',
      isPrivate: true,
      passwordHash: 'x',
      constructor: { prototype: { role: 'admin' } },
    }
    for (const [name, value] of Object.entries(others)) {
      const { status } = await save(member, { [name]: value })
      expect([name, status]).toEqual([name, 200])
    }
    const proto = '{"bio":"x","__proto__":{"role":"admin"}}'
    expect((await member.call(api.profiles.update, { body: proto })).status).toBe(400)
    expect(await shown(member)).toEqual(before)
  })
})

const set = (caller: Caller, body: Record<string, unknown>) =>
  caller.call(api.profiles.changePrivacy, { body })
const profileOf = async (caller: Caller, id: string) => {
  const { status, body } = await caller.call(api.profiles.show, { params: { id } })
  const { bio, location, website } = body
  return { status, bio, location, website }
}
const viewsOf = async (caller: Caller, id: string) =>
  (await caller.call(api.posts.show, { params: { id } })).body.viewsCount

describe('what a creator keeps to themselves', () => {
  const nothing = { status: 200, bio: null, location: null, website: null }

  it('hides bio, location and website from members while the profile is private [SET-5]', async () => {
    const { creator, otherCreator, member, admin, lapsed } = club.people
    const said = { bio: 'Referee.', location: 'Centre circle', website: 'https://sam.example/' }
    await save(creator, said)
    const all = { status: 200, ...said }
    for (const one of [creator, otherCreator, member, admin])
      expect(await profileOf(one, creator.id)).toEqual(all)
    expect((await set(creator, { privateProfile: true })).body).toEqual({
      privateProfile: true,
      contentAnalytics: true,
      sharing: 'title',
    })
    for (const one of [member, otherCreator]) expect(await profileOf(one, creator.id)).toEqual(nothing)
    for (const one of [creator, admin]) expect(await profileOf(one, creator.id)).toEqual(all)
    expect((await profileOf(lapsed, creator.id)).status).toBe(403)
    expect((await creator.call(api.profiles.showPrivacy)).body.privateProfile).toBe(true)
    await set(creator, { privateProfile: false })
    expect(await profileOf(member, creator.id)).toEqual(all)
  })

  it('shows members a creator’s name and no address, and of other people nothing [SET-5]', async () => {
    const { creator, member, otherMember, admin } = club.people
    const { body } = await member.call(api.profiles.show, { params: { id: creator.id } })
    expect(body).toMatchObject({
      firstName: 'Sam',
      lastName: 'Whitlock',
      email: null,
      isMainInfluencer: true,
    })
    for (const id of [otherMember.id, admin.id, 'nobody', '00000000-0000-7000-8000-000000000000'])
      expect(await member.call(api.profiles.show, { params: { id } })).toMatchObject({
        status: 404,
        message: 'Profile not found',
      })
  })

  it('counts no views when the creator has turned counting off [SET-5]', async () => {
    const { creator, otherCreator, member } = club.people
    const postOf = (creatorId: string) =>
      publishPost(club.services, { creatorId, content: 'Text', contentType: 'text' })
    const [mine, theirs] = [await postOf(creator.id), await postOf(otherCreator.id)]
    expect((await set(creator, { contentAnalytics: false })).body.contentAnalytics).toBe(false)
    await member.call(api.posts.countViews, { body: { postIds: [mine, theirs] } })
    expect([await viewsOf(creator, mine), await viewsOf(otherCreator, theirs)]).toEqual([0, 1])
    await set(creator, { contentAnalytics: true })
    await member.call(api.posts.countViews, { body: { postIds: [mine, theirs] } })
    expect([await viewsOf(creator, mine), await viewsOf(otherCreator, theirs)]).toEqual([1, 1])
  })

  it('is theirs alone to set, and only yes or no [SET-5, T-AZ-03]', async () => {
    const { creator, otherCreator, member, admin } = club.people
    for (const one of [member, admin]) expect((await set(one, { privateProfile: true })).status).toBe(403)
    for (const value of ['yes', 1, null, {}])
      expect([value, (await set(creator, { privateProfile: value })).status]).toEqual([value, 400])
    await set(otherCreator, { privateProfile: true, contentAnalytics: false })
    expect((await creator.call(api.profiles.showPrivacy)).body).toEqual({
      privateProfile: false,
      contentAnalytics: true,
      sharing: 'title',
    })
  })
})
