import { api } from '@touchline/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'
import { join, newApplicant } from '#testing/joining.ts'
import { loseDatabase } from '#testing/lose-database.ts'
import { quiet } from '#testing/wait-until-settled.ts'
import { loggedError } from './logged-error.ts'

const written: string[] = []
let club: Club
beforeAll(async () => {
  const env = { LOG_LEVEL: 'trace', TRUSTED_PROXIES: 'loopback' }
  club = await openClub(env, { logTo: { write: (line: string) => void written.push(line) } })
})
afterAll(() => club.close())

const lines = (): Record<string, unknown>[] => written.map((line) => JSON.parse(line))
const from = '198.51.100.77'

describe('the log', () => {
  it('of a typical day contains no name, address, message, cookie or link', async () => {
    const { member, creator, admin } = club.people
    const applicant = newApplicant()
    const headers = { 'x-forwarded-for': from, 'user-agent': 'Recognisable/7.7' }
    const visitor = club.visitor()
    const token = 'a-link-that-opens-an-account'
    const said = 'Words that a member wrote'
    await visitor.call(api.accounts.login, {
      headers,
      body: { email: member.email, password: 'not-their-password-1' },
    })
    await visitor.call(api.accounts.forgotPassword, { headers, body: { email: member.email } })
    await visitor.fetch(`/api/unsubscribe?letter=${token}`, { headers })
    await visitor.fetch(`/no-such-page?token=${token}`, { headers })
    await visitor.call(api.support.contact, {
      headers,
      body: { name: 'Recognisa Blename', email: applicant.email, message: said },
    })
    const { caller, user } = await join(club)
    await caller.call(api.tips.send, {
      headers: { ...headers, 'idempotency-key': 'log' },
      body: { amount: 5, message: said },
    })
    const post = new FormData()
    post.set('content', said)
    post.set('contentType', 'text')
    expect((await creator.call(api.posts.publish, { headers, body: post })).status).toBe(201)
    await member.fetch(`/api/posts?search=${encodeURIComponent(said)}`, { headers })
    await admin.fetch(`/api/admin/users?search=${encodeURIComponent(member.email)}`, { headers })
    await member.fetch('/api/posts', { method: 'POST', headers, body: '{broken' })
    // A job that loses its database is retried a quarter of an hour later, which this test does not wait for.
    await quiet(club)
    const { restoreConnections } = await loseDatabase(club.services)
    await member.fetch('/api/posts', { headers })
    await restoreConnections()
    await expect.poll(async () => (await member.call(api.posts.list)).status).toBe(200)
    await quiet(club)
    const messages = lines().map(({ msg, route }) => String(route ?? msg))
    expect(messages).toEqual(expect.arrayContaining(['/api/unsubscribe', 'database unavailable']))
    const secrets = [...member.cookies.values(), ...caller.cookies.values()].filter((one) => one.length > 8)
    const people = [member.email, user.email, applicant.email, 'Mina', 'Osei', 'Recognisa', 'Blename']
    const leaked = [...people, ...secrets, said, token, from, 'Recognisable/7.7'].filter((one) =>
      written.some((line) => line.includes(one)),
    )
    expect(leaked).toEqual([])
  })

  it('redacts addresses in the mail server’s messages', () => {
    const { message, stack } = loggedError(new Error('550 no such mailbox: <mina.osei@club.example>'))
    expect([message, stack.includes('mina')]).toEqual(['550 no such mailbox: <[address]>', false])
  })

  it('lists why several operations failed, without naming anyone', () => {
    const failures = ['mina', 'otto'].map((name) => new Error(`550 no such mailbox: <${name}@club.example>`))
    const { message, errors } = loggedError(new AggregateError(failures, '2 of 9 failed'))
    expect(message).toBe('2 of 9 failed')
    expect(errors).toMatchObject(failures.map(() => ({ message: '550 no such mailbox: <[address]>' })))
    expect(JSON.stringify(errors)).not.toMatch(/mina|otto/)
  })

  it('contains no statement values, even those that look like stack frames [T-IN-11]', () => {
    const { message, stack } = loggedError(
      new Error('Failed query: insert into comments\nparams: Half\n    at time\n,0190-an-id'),
    )
    expect(message).toBe('Failed query: insert into comments')
    expect(stack).not.toMatch(/time|an-id|Half/)
    expect(stack).toMatch(/^Error: Failed query: insert into comments\n {4}at /)
  })

  // Looked through anew from each sign they take minutes.
  it.each(['x', 'a@', 'a@b.'])(
    'is written at once, however often an error says %s [T-IN-07]',
    (word) => {
      const { message } = loggedError(new Error(word.repeat(100_000)))
      expect(message).not.toBe('')
    },
    5_000,
  )
})

describe('a request', () => {
  it('has an id in response and log, which a trusted proxy may set', async () => {
    const answer = await club.visitor().fetch('/api/site', { headers: { 'x-request-id': 'proxy-number-1' } })
    expect(answer.headers.get('x-request-id')).toBe('proxy-number-1')
    const own = (await club.visitor().fetch('/api/site', { headers: { 'x-request-id': 'bad number\t' } }))
      .headers
    expect(own.get('x-request-id')).toMatch(/^[0-9a-f]{12}$/)
    await expect
      .poll(() => lines().filter(({ reqId }) => reqId === 'proxy-number-1'))
      .toMatchObject([{ msg: 'request completed', method: 'GET', route: '/api/site', status: 200 }])
  })
})
