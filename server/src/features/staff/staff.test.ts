import { randomUUID } from 'node:crypto'
import { api } from '@touchline/contract/api.ts'
import type { StaffRole } from '@touchline/contract/staff.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { eq, gte } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { people } from '#features/people/schema.ts'
import { auditEntries } from '#features/audit/schema.ts'
import { addPeople, type People } from '#testing/people.ts'
import { openEmptyClub } from '#testing/club.ts'
import { signInAgain } from '#testing/months.ts'
import { emailsTo } from '#testing/sent-emails.ts'
import { endInvitations, expireBeforeClockMove } from './end-invitations.ts'
import { firstAdminLink } from './first-admin.ts'
import { invitations } from './schema.ts'

type Club = Awaited<ReturnType<typeof openEmptyClub>>
const dayMs = 24 * 60 * 60_000
const ada = {
  firstName: 'Ada',
  lastName: 'Keeper',
  email: 'ada@club.example',
  password: 'a whistle at midnight',
}

let club: Club
const open = async () => {
  club = await openEmptyClub()
}

const tokenOf = (link: string | null) => new URL(link ?? '').hash.slice(1)
const accept = (token: string | undefined, given: object = ada, who = club.visitor()) =>
  who.call(api.staff.accept, {
    body: { termsAccepted: true, ...given, ...(token === undefined ? {} : { token }) },
  })

const makeAdmin = (id: string) =>
  club.services.db.update(people).set({ role: 'admin' }).where(eq(people.id, id))

describe('the first admin of a site', () => {
  beforeEach(open)
  afterEach(() => club.close())

  it('is who follows the link that the start prints, once [T-AU-23]', async () => {
    const link = await firstAdminLink(club.services)
    expect(link).toMatch(new RegExp(`^${club.url}/setup#[\\w-]{43}$`))
    const token = tokenOf(link)
    const shown = await club.visitor().call(api.staff.showLink, { body: { token } })
    expect(shown.body).toEqual({ role: 'admin', email: null, isFirstAdmin: true })
    const visitor = club.visitor()
    const made = await accept(token, ada, visitor)
    expect([made.status, made.body.user?.role, made.body.user?.email]).toEqual([201, 'admin', ada.email])
    expect(visitor.cookies.has('touchline_gate')).toBe(true)
    expect((await visitor.call(api.staff.list)).body.staff).toMatchObject([
      { name: 'Ada Keeper', role: 'admin', hasSecondStep: false },
    ])
    expect((await accept(token, { ...ada, email: 'eve@club.example' })).status).toBe(404)
    expect((await club.visitor().call(api.staff.showLink, { body: { token } })).status).toBe(404)
    expect(await firstAdminLink(club.services)).toBeNull()
  })

  it('needs the printed link and has no default password [T-AU-23]', async () => {
    for (const [email, password] of [
      ['admin', 'admin'],
      ['admin@touchline.example', 'touchline-demo'],
      ['creator@touchline.example', 'touchline-demo'],
    ])
      expect((await club.visitor().call(api.accounts.login, { body: { email, password } })).status).toBe(401)
    await firstAdminLink(club.services)
    expect(await accept(undefined)).toMatchObject({ status: 403, message: 'This link is incomplete.' })
    expect(await accept('guessed')).toMatchObject({ status: 404 })
    expect((await club.visitor().call(api.staff.showLink)).status).toBe(403)
    expect(await club.services.db.select().from(people)).toEqual([])
  })

  it('has a day for it; each start makes the link anew and the former one void [T-AU-23]', async () => {
    const former = tokenOf(await firstAdminLink(club.services))
    const newest = tokenOf(await firstAdminLink(club.services))
    expect((await accept(former)).status).toBe(404)
    club.clock.advance(dayMs)
    expect((await accept(newest)).status).toBe(404)
    expect((await accept(tokenOf(await firstAdminLink(club.services)))).status).toBe(201)
  })

  it('is one person, also when two follow the links of processes that started together at once [T-AU-23]', async () => {
    const config = { ...club.services.config, databaseUrl: 'postgres://elsewhere' }
    const together = { ...club.services, config }
    const token = tokenOf(await firstAdminLink(together))
    const other = tokenOf(await firstAdminLink(together))
    const eve = { ...ada, email: 'eve@club.example' }
    const answers = await Promise.all([accept(token), accept(token), accept(other, eve)])
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([201, 404, 404])
  })

  it('chooses a password that is none of the first anybody tries, and the link stays good [T-AU-16]', async () => {
    const token = tokenOf(await firstAdminLink(club.services))
    expect(await accept(token, { ...ada, password: 'password' })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringContaining('first anybody would guess') } },
    })
    const nameless = await accept(token, { ...ada, firstName: ' ' })
    expect([nameless.status, nameless.message]).toEqual([400, 'First name is required'])
    expect((await accept(token)).status).toBe(201)
  })

  it('is made by a link that is kept as a hash [T-AU-14]', async () => {
    const token = tokenOf(await firstAdminLink(club.services))
    const rows = await club.services.db.select().from(invitations)
    expect([rows.length, JSON.stringify(rows).includes(token)]).toEqual([1, false])
  })
})

describe('an invitation', () => {
  let cast: People
  let email: string
  let startedAt: Date
  beforeAll(async () => {
    await open()
    cast = await addPeople(club.services)
  })
  beforeEach(async () => {
    // The invitations of other tests are over, and the rate limits begin again.
    club.clock.advance(8 * dayMs)
    startedAt = club.clock.now()
    email = `${randomUUID()}@club.example`
    for (const staff of [cast.admin, cast.creator]) await signInAgain(club, staff)
  })
  afterAll(() => club.close())
  const kim = { ...ada, firstName: 'Kim', email: 'somebody.else@club.example' }
  const invite = (role: StaffRole = 'creator', address = email) =>
    cast.admin.call(api.staff.invite, { body: { email: address, role } })
  const mails = async () => emailsTo(club, email)
  const acts = async () => {
    const { at, id, action, actorId, personId } = auditEntries
    const columns = { action, actorId, personId }
    return club.services.db.select(columns).from(auditEntries).where(gte(at, startedAt)).orderBy(at, id)
  }
  async function mailedToken(place = 0) {
    await expect.poll(async () => (await mails()).length).toBe(place + 1)
    return /\/setup#([\w-]{43})/.exec((await mails())[place]!)![1]!
  }

  it('is one, however many are sent to an address at once', async () => {
    const sent = await Promise.all([invite(), invite('admin'), invite()])
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await cast.admin.call(api.staff.list)).body.invitations).toHaveLength(1)
  })

  it('makes the holder of the emailed link a creator with the invited address, and is recorded', async () => {
    expect((await invite()).status).toBe(201)
    const token = await mailedToken()
    expect((await mails())[0]).toContain(`${club.url}/setup#${token}`)
    expect((await club.visitor().call(api.staff.showLink, { body: { token } })).body).toEqual({
      role: 'creator',
      email,
      isFirstAdmin: false,
    })
    const { body } = await accept(token, kim)
    expect(body.user).toMatchObject({ email, role: 'creator', firstName: 'Kim', isMainInfluencer: false })
    expect((await accept(token, kim)).status).toBe(404)
    expect((await cast.admin.call(api.staff.list)).body).toMatchObject({
      staff: expect.arrayContaining([expect.objectContaining({ email, role: 'creator' })]),
      invitations: [],
      hasMailServer: false,
    })
    expect(await acts()).toEqual([
      { action: 'staff_invited', actorId: cast.admin.id, personId: null },
      { action: 'role_given', actorId: cast.admin.id, personId: body.user.id },
    ])
  })

  it('makes a moderator, who loses the role like the others [MOD-1]', async () => {
    await invite('moderator')
    const { body } = await accept(await mailedToken(), kim)
    expect(body.user).toMatchObject({ role: 'moderator', hasAccess: true })
    const { staff } = (await cast.admin.call(api.staff.list)).body
    expect(staff).toContainEqual(expect.objectContaining({ email, role: 'moderator' }))
    const taking = { params: { id: body.user.id }, body: { reason: 'The season is over' } }
    expect((await cast.admin.call(api.staff.takeRole, taking)).status).toBe(204)
    expect((await cast.admin.call(api.staff.takeRole, taking)).status).toBe(404)
    await expect.poll(async () => (await mails()).join()).toContain('no longer a moderator')
  })

  it('has a link to copy, the same as in its email [T-AU-23]', async () => {
    const { body: sent } = await invite()
    const token = await mailedToken()
    const linkOf = (id: string, who = cast.admin) => who.call(api.staff.invitationLink, { params: { id } })
    expect((await linkOf(sent.id)).body).toEqual({ url: `${club.url}/setup#${token}` })
    expect((await acts()).map(({ action }) => action)).toEqual(['staff_invited', 'invitation_link_shown'])
    expect((await linkOf(sent.id, cast.creator)).status).toBe(403)
    await cast.admin.call(api.staff.withdraw, { params: { id: sent.id } })
    for (const id of [sent.id, 'no-such-one', cast.admin.id]) expect((await linkOf(id)).status).toBe(404)
  })

  it('makes the first creator the one the club is built around', async () => {
    await club.services.db.update(people).set({ isMainInfluencer: false })
    await invite()
    expect((await accept(await mailedToken(), kim)).body.user.isMainInfluencer).toBe(true)
  })

  it('is over after seven days, when it is taken back, and when another one was sent', async () => {
    const first = await invite()
    const former = await mailedToken()
    const { body: second } = await invite()
    const newer = await mailedToken(1)
    expect((await accept(former, kim)).status).toBe(404)
    expect((await cast.admin.call(api.staff.list)).body.invitations).toEqual([second])
    expect((await cast.admin.call(api.staff.withdraw, { params: { id: second.id } })).status).toBe(204)
    expect((await accept(newer, kim)).status).toBe(404)
    for (const id of [second.id, first.body.id, 'no-such-one'])
      expect((await cast.admin.call(api.staff.withdraw, { params: { id } })).status).toBe(404)
    await invite()
    const last = await mailedToken(2)
    club.clock.advance(7 * dayMs)
    expect((await accept(last, kim)).status).toBe(404)
  })

  it.each([
    ['followed', (token: string) => accept(token, kim)],
    ['looked at', (token: string) => club.visitor().call(api.staff.showLink, { body: { token } })],
    ['not followed by anybody', () => endInvitations(club.services)],
    ['not even seen by the sweep', () => null],
  ])('stays over when it is %s after its end and the clock is set back [R-17]', async (_how, afterItsEnd) => {
    await invite()
    const token = await mailedToken()
    await endInvitations(club.services)
    const shown = () => club.visitor().call(api.staff.showLink, { body: { token } })
    expect((await shown()).status).toBe(200)
    club.clock.advance(7 * dayMs + 60_000)
    const answer = await afterItsEnd(token)
    club.clock.advance(-dayMs)
    if (answer === null) await expireBeforeClockMove(club.services, dayMs)
    expect((await shown()).status).toBe(404)
    expect((await accept(token, kim)).status).toBe(404)
  })

  it('is refused for an address that has an account, before and after the email', async () => {
    expect(await invite('creator', cast.member.email)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    await invite()
    const token = await mailedToken()
    await club.services.db.update(people).set({ email }).where(eq(people.id, cast.newcomer.id))
    expect(await accept(token, kim)).toMatchObject({
      status: 409,
      message: 'There is already an account with this address.',
    })
  })

  it('is for admins who proved in the last ten minutes who they are [T-AD-01]', async () => {
    club.clock.advance(11 * 60_000)
    const id = cast.otherCreator.id
    const guarded: [Endpoint, object][] = [
      [api.staff.invite, { body: { email, role: 'admin' } }],
      [api.staff.withdraw, { params: { id } }],
      [api.staff.invitationLink, { params: { id } }],
      [api.staff.takeRole, { params: { id }, body: { reason: 'Gone' } }],
    ]
    for (const [endpoint, input] of guarded)
      expect((await cast.admin.call(endpoint, input)).body).toMatchObject({ code: 'confirmation_required' })
  })

  it.each([
    [{ email: 'no address', role: 'creator' }, 'Email is invalid'],
    [{ email: 'kim@club.example', role: 'subscriber' }, 'Choose a role.'],
    [{ email: 'kim@club.example' }, 'Choose a role.'],
  ])('refuses %j in words', async (body, message) => {
    expect(await cast.admin.call(api.staff.invite, { body })).toMatchObject({ status: 400, message })
  })
})

describe('a role', () => {
  let cast: People
  beforeEach(async () => {
    await open()
    cast = await addPeople(club.services)
  })
  afterEach(() => club.close())
  const take = (id: string, reason = 'They left the club', who = cast.admin) =>
    who.call(api.staff.takeRole, { params: { id }, body: { reason } })

  it('is revoked with a reason: signs the person out, emails them, keeps their account', async () => {
    const { otherCreator, admin } = cast
    expect((await take(otherCreator.id)).status).toBe(204)
    expect((await otherCreator.call(api.accounts.signedInUser)).status).toBe(401)
    const [person] = await club.services.db.select().from(people).where(eq(people.id, otherCreator.id))
    expect(person?.role).toBe('subscriber')
    await expect
      .poll(async () => (await emailsTo(club, otherCreator.email)).join())
      .toContain('You are no longer a creator of Touchline')
    expect(await club.services.db.select().from(auditEntries)).toMatchObject([
      { action: 'role_taken', actorId: admin.id, personId: otherCreator.id, reason: 'They left the club' },
    ])
    expect((await take(otherCreator.id)).status).toBe(404)
    expect((await take(cast.member.id)).status).toBe(404)
    expect(await take(admin.id, '  ')).toMatchObject({ status: 400, message: 'Please say why.' })
  })

  it('of the last admin and of the club’s own creator stays', async () => {
    expect(await take(cast.admin.id)).toMatchObject({
      status: 409,
      message: 'This is the last admin. Please make another one first.',
    })
    expect(await take(cast.creator.id)).toMatchObject({
      status: 409,
      message: 'The club is built around this creator: their role stays.',
    })
  })

  it('of two admins who take each other’s at the same moment, one stays', async () => {
    await makeAdmin(cast.otherMember.id)
    const answers = await Promise.all([
      take(cast.otherMember.id),
      take(cast.admin.id, 'Me first', cast.otherMember),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    const admins = await club.services.db.select().from(people).where(eq(people.role, 'admin'))
    expect(admins).toHaveLength(1)
  })

  it('is taken while others write down what its holder did', async () => {
    const { db } = club.services
    await db.transaction(async (tx) => {
      // A row that refers to a person locks theirs until the commit.
      await tx.select().from(people).where(eq(people.role, 'creator')).for('key share')
      expect((await take(cast.otherCreator.id)).status).toBe(204)
    })
  })

  it('that is taken ends the invitations its holder sent', async () => {
    await makeAdmin(cast.otherMember.id)
    const email = 'kim@club.example'
    await cast.otherMember.call(api.staff.invite, { body: { email, role: 'admin' } })
    await expect.poll(async () => (await emailsTo(club, email)).length).toBe(1)
    const token = /\/setup#([\w-]{43})/.exec((await emailsTo(club, email))[0]!)![1]!
    expect((await take(cast.otherMember.id)).status).toBe(204)
    expect((await accept(token)).status).toBe(404)
  })

  it('opens nothing by the invitations of an admin who is blocked', async () => {
    const inviter = cast.otherMember
    await makeAdmin(inviter.id)
    const email = 'lou@club.example'
    await inviter.call(api.staff.invite, { body: { email, role: 'admin' } })
    await expect.poll(async () => (await emailsTo(club, email)).length).toBe(1)
    const token = /\/setup#([\w-]{43})/.exec((await emailsTo(club, email))[0]!)![1]!
    await club.services.db.update(people).set({ isBlocked: true }).where(eq(people.id, inviter.id))
    expect((await accept(token)).status).toBe(404)
    expect((await club.visitor().call(api.staff.showLink, { body: { token } })).status).toBe(404)
  })
})
