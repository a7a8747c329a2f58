import { api } from '@touchline/contract/api.ts'
import { noticeKinds } from '@touchline/contract/notifications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publishPost } from '#features/posts/publish-post.ts'
import { type Club, openClub } from '#testing/club.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { notifyPeople } from '#testing/notify-people.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const shown = async (who = club.people.member) => (await who.call(api.notifications.show)).body

const tokenOf = (url: string) => new URL(url).searchParams.get('letter')!
const linkFor = (id: string, of: Parameters<typeof unsubscribeUrl>[2]) =>
  unsubscribeUrl(club.services, id, of)

describe('notification settings', () => {
  it('default to email only, and are saved [SET-4]', async () => {
    const { member, creator } = club.people
    expect(await shown()).toEqual({
      email: true,
      push: false,
      marketing: false,
      marketingChangedAt: null,
      kinds: ['new_post', 'reply', 'mention', 'comment_hearted', 'tip_hearted', 'payment', 'report'],
      declined: { site: [], email: [], push: [] },
      emailPace: { new_post: 'hourly', reply: 'hourly', mention: 'hourly', tip_hearted: 'at_once' },
      dailyHour: 18,
      timeZone: null,
      quietHours: null,
    })
    expect((await shown(creator)).kinds).toEqual([
      'comment',
      'reply',
      'mention',
      'comment_hearted',
      'tip_received',
      'report',
    ])
    const body = { email: false, push: true, marketing: false }
    const declined = { site: [], email: [], push: ['reply' as const] }
    const decline = { push: { reply: true } }
    const changed = await member.call(api.notifications.change, { body: { ...body, declined: decline } })
    expect(changed.body).toMatchObject({ ...body, declined })
    // What is not said stays, so that a page of yesterday takes nothing back.
    for (const part of [{}, { email: false }, { declined: {} }, { declined: { email: {} } }]) {
      await member.call(api.notifications.change, { body: part })
      expect(await shown()).toEqual(changed.body)
    }
    const both = await member.call(api.notifications.change, {
      body: { declined: { push: { new_post: true } } },
    })
    expect(both.body.declined).toEqual({ site: [], email: [], push: ['new_post', 'reply'] })
    const one = await member.call(api.notifications.change, {
      body: { declined: { push: { reply: false } } },
    })
    expect(one.body.declined).toEqual({ site: [], email: [], push: ['new_post'] })
    expect((await shown(creator)).push).toBe(false)
  })

  it('record when a person agreed to announcements and stopped them [SET-4]', async () => {
    const { otherMember } = club.people
    const choose = async (marketing: boolean) =>
      (await otherMember.call(api.notifications.change, { body: { email: true, push: false, marketing } }))
        .body
    const agreed = await choose(true)
    expect(Date.parse(agreed.marketingChangedAt!)).toBeGreaterThan(club.clock.now().getTime() - 60_000)
    club.clock.advance(60_000)
    expect(await choose(true)).toEqual(agreed)
    const stopped = await choose(false)
    expect(stopped.marketing).toBe(false)
    expect(Date.parse(stopped.marketingChangedAt!)).toBeGreaterThan(Date.parse(agreed.marketingChangedAt!))
  })

  it('keep a pace per kind, an hour, a time zone and quiet hours [BELL-3, BELL-4]', async () => {
    const { lapsed } = club.people
    const body = {
      emailPace: { reply: 'daily' },
      dailyHour: 7,
      timeZone: 'Europe/Berlin',
      quietHours: { from: 1320, until: 420 },
    }
    const changed = await lapsed.call(api.notifications.change, {
      body: { ...body, timeZone: 'europe/BERLIN' },
    })
    expect(changed.body).toMatchObject({ ...body, emailPace: { reply: 'daily', new_post: 'hourly' } })
    await lapsed.call(api.notifications.change, { body: { quietHours: null } })
    expect(await shown(lapsed)).toMatchObject({ ...changed.body, quietHours: null })
  })

  it.each([
    [{ emailPace: { reply: 'yearly' } }, 'Please choose at once, hourly or daily.'],
    [{ dailyHour: 24 }, 'Please choose a full hour.'],
    [{ timeZone: 'Mars/Olympus' }, 'Please name a time zone like Europe/London.'],
    [{ timeZone: '+02:00' }, 'Please name a time zone like Europe/London.'],
    [{ quietHours: { from: 60, until: 60 } }, 'Quiet hours cannot begin and end at the same time.'],
    [{ quietHours: { from: -1, until: 60 } }, 'Please choose a time of day.'],
    [{ marketing: null }, 'Please answer with yes or no.'],
    [{ declined: { email: { reply: 'no' } } }, 'Please answer with yes or no.'],
    [{ email: 'yes', push: true, marketing: true }, 'Please answer with yes or no.'],
    [
      { email: true, push: true, marketing: true, declined: { email: { everything: true } } },
      'That is not something you can be notified about.',
    ],
  ])('refuse %j', async (body, message) => {
    const before = await shown()
    const answer = await club.people.member.call(api.notifications.change, { body })
    expect(answer.status).toBe(400)
    expect(answer.message).toMatch(message)
    expect(await shown()).toEqual(before)
  })
})

describe('the unsubscribe link of an email', () => {
  it('is in the headers of what one can decline, and a mail program that presses it stops just that [SET-4]', async () => {
    const { pastDue, newcomer, member } = club.people
    await member.call(api.notifications.change, {
      body: { email: true, declined: { push: { new_post: false } } },
    })
    await publishPost(club.services, {
      creatorId: club.people.creator.id,
      title: 'Advantage',
      content: 'Text',
      contentType: 'text',
    })
    await notifyPeople(club)
    const [sent] = await emailsTo(club, member.email)
    const headers = sent!.slice(0, sent!.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
    const [, url] = /^List-Unsubscribe: <(.*)>$/m.exec(headers)!
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(url).toBe(linkFor(member.id, 'new_post'))

    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      ],
    ] as const) {
      const headersOfProgram = { 'content-type': type, origin: 'https://mail.example' }
      const pressed = await fetch(url!, { method: 'POST', body, headers: headersOfProgram })
      expect([pressed.status, await pressed.json()]).toEqual([200, { of: 'new_post', isDeclined: true }])
    }
    expect(await shown()).toMatchObject({
      email: true,
      push: true,
      declined: { email: ['new_post'], push: [] },
    })
    // Nothing else changed for anyone, least of all the payment.
    expect((await shown(pastDue)).declined.email).toEqual([])
    expect((await shown(newcomer)).declined.email).toEqual([])
    expect((await member.call(api.subscriptions.checkAccess)).body.hasAccess).toBe(true)
  })

  it('can be taken back, needs no session, and only looking at it changes nothing [SET-4]', async () => {
    const { lapsed } = club.people
    const visitor = club.visitor()
    for (const of of ['email', 'reply', 'marketing'] as const) {
      const query = { letter: tokenOf(linkFor(lapsed.id, of)) }
      const isDeclined = async () =>
        (await visitor.call(api.notifications.showUnsubscribe, { query })).body.isDeclined
      expect(await isDeclined()).toBe(of === 'marketing')
      expect((await visitor.call(api.notifications.resubscribe, { query })).body).toEqual({
        of,
        isDeclined: false,
      })
      expect(await isDeclined()).toBe(false)
      expect((await visitor.call(api.notifications.unsubscribe, { query })).body).toEqual({
        of,
        isDeclined: true,
      })
      expect(await isDeclined()).toBe(true)
      await visitor.call(api.notifications.resubscribe, { query })
    }
    expect(await shown(lapsed)).toMatchObject({ email: true, marketing: true, declined: { email: [] } })
  })

  it('resumes only its own kind for a person who had stopped all emails [SET-4]', async () => {
    const { otherCreator } = club.people
    await otherCreator.call(api.notifications.change, { body: { email: false } })
    const query = { letter: tokenOf(linkFor(otherCreator.id, 'reply')) }
    expect((await club.visitor().call(api.notifications.resubscribe, { query })).body.isDeclined).toBe(false)
    const { email, declined } = await shown(otherCreator)
    expect([email, declined.email]).toEqual([true, noticeKinds.filter((kind) => kind !== 'reply')])
  })

  it('does nothing for anybody when it is not one of ours [SET-4]', async () => {
    const { member, otherMember } = club.people
    const before = [await shown(member), await shown(otherMember)]
    const [, of, signature] = tokenOf(linkFor(member.id, 'email')).split('.')
    const wrong = [
      `${otherMember.id}.${of}.${signature}`,
      `${member.id}.reply.${signature}`,
      `${member.id}.${of}.${'A'.repeat(43)}`,
      `${member.id}.${of}.${signature}A`,
      `${member.id}.${of}.`,
      `${member.id}.everything.${signature}`,
      `${member.id}.payment.${signature}`,
      `x.${of}.${signature}`,
      'nothing',
    ]
    for (const letter of wrong)
      expect(await club.visitor().call(api.notifications.unsubscribe, { query: { letter } })).toMatchObject({
        status: 400,
        message: 'This link is not one of ours. Please open it from the email again.',
      })
    expect(await club.visitor().call(api.notifications.unsubscribe)).toMatchObject({ status: 400 })
    expect([await shown(member), await shown(otherMember)]).toEqual(before)
  })
})
