import { api } from '@touchline/contract/api.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Club, openClub } from '#testing/club.ts'
import { takeRefusals } from '#testing/connection-trap.ts'
import { isFaulty } from '#testing/faulty-answer.ts'
import { addressOf, everyEndpoint, insiderOf, isRead, nameOf } from '#testing/every-endpoint.ts'

let club: Club
beforeAll(async () => {
  club = await openClub({ TRUSTED_PROXIES: 'loopback' })
})
afterAll(() => club.close())

const fieldsOf = (schema: Endpoint['query']) =>
  (schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties) ?? {}
const textFields = (schema: Endpoint['query']) =>
  Object.entries(fieldsOf(schema))
    .filter(([, field]) => typeof field !== 'boolean' && (field.type ?? 'string') === 'string')
    .map(([name]) => name)

let asked = 0
async function send(endpoint: Endpoint, address: string, body?: string) {
  asked += 1
  const answer = await insiderOf(club, endpoint.access).fetch(address, {
    method: endpoint.method,
    headers: {
      'x-forwarded-for': `198.51.${asked >> 8}.${asked & 255}`,
      ...(isRead(endpoint) ? {} : { 'content-type': 'application/json' }),
    },
    body: isRead(endpoint) ? null : (body ?? '{}'),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Asks each of `addresses`, a few at a time, and says which answers were faults. */
async function faultsAmong(requests: { endpoint: Endpoint; address: string; body?: string }[]) {
  const faults: string[] = []
  for (let start = 0; start < requests.length; start += 8)
    await Promise.all(
      requests.slice(start, start + 8).map(async ({ endpoint, address, body }) => {
        const answer = await send(endpoint, address, body)
        if (isFaulty(answer))
          faults.push(`${nameOf(endpoint)} ${address} ${body?.slice(0, 80) ?? ''}: ${answer.status}`)
      }),
    )
  return faults
}

// Signing out would end the session that asks next.
const walked = everyEndpoint.filter(({ path, method }) => !/logout|webhooks/.test(path) && method !== 'HEAD')

describe('pages of a list', () => {
  it('have validated sizes of at most fifty [T-IN-04]', async () => {
    const senseless = ['0', '-1', '1.5', '1e9', '9999999999999999999', '', 'NaN', '1&page=2&limit=2']
    const taken: string[] = []
    for (const endpoint of walked.filter(({ method }) => method === 'GET'))
      for (const name of ['page', 'limit'].filter((one) => one in fieldsOf(endpoint.query)))
        for (const value of [...senseless, ...(name === 'limit' ? ['51', '1000'] : [])]) {
          const { status } = await send(endpoint, `${addressOf(endpoint)}?${name}=${value}`)
          if (status !== 400) taken.push(`${nameOf(endpoint)} ${name}=${value}: ${status}`)
        }
    expect(taken).toEqual([])
  })

  it('accept any made-up cursor without a 500 [T-IN-04]', async () => {
    const marks = ['0', "'", '-1', '%', '9'.repeat(40), 'x'.repeat(64), '2026-02-31', '[]', '💥']
    const requests = walked
      .filter(({ method }) => method === 'GET')
      .flatMap((endpoint) =>
        ['before', 'after']
          .filter((name) => name in fieldsOf(endpoint.query))
          .flatMap((name) =>
            marks.map((mark) => ({
              endpoint,
              address: `${addressOf(endpoint)}?${name}=${encodeURIComponent(mark)}`,
            })),
          ),
      )
    expect(requests.length).toBeGreaterThan(80)
    expect(await faultsAmong(requests)).toEqual([])
  })
})

describe('text that would be a command elsewhere', () => {
  // Were one of them run, the test would not end.
  const commands = ["'", "' || pg_sleep(600)::text || '", "slug:['x']", '\\']

  it('is plain text in every path and query [T-IN-06] [T-IN-10]', async () => {
    const requests = walked.flatMap((endpoint) =>
      commands.map(encodeURIComponent).flatMap((command) => {
        const addresses = textFields(endpoint.query).map(
          (name) => `${addressOf(endpoint)}?${name}=${command}`,
        )
        if (endpoint.path.includes(':')) addresses.push(addressOf(endpoint, command))
        return addresses.map((address) => ({ endpoint, address }))
      }),
    )
    expect(requests.length).toBeGreaterThan(300)
    expect(await faultsAmong(requests)).toEqual([])
  })

  it('is plain text in every field, without catastrophic patterns [T-IN-06] [T-IN-07]', async () => {
    const endless = [`${'a'.repeat(50_000)}!`, `a@${'a.'.repeat(25_000)}`, `http://${'/'.repeat(50_000)}`]
    const requests = walked
      .filter(({ body, upload }) => body && !upload)
      .flatMap((endpoint) => {
        const fields = textFields(endpoint.body)
        return [...commands, ...endless].map((text) => ({
          endpoint,
          address: addressOf(endpoint),
          body: JSON.stringify(Object.fromEntries(fields.map((name) => [name, text]))),
        }))
      })
    expect(requests.length).toBeGreaterThan(300)
    expect(await faultsAmong(requests)).toEqual([])
  })
})

/** Something of the shape that a schema describes, with `text` for every text that may be anything. */
function filledWith(text: string, schema: z.core.JSONSchema.JSONSchema | boolean): unknown {
  if (typeof schema === 'boolean') return text
  const { type, properties = {}, items, anyOf, enum: names, const: fixed } = schema
  if (fixed !== undefined || names) return fixed ?? names?.[0]
  if (anyOf) return filledWith(text, anyOf[0] ?? true)
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, filledWith(text, one)]))
  if (type === 'array') return [filledWith(text, Array.isArray(items) ? (items[0] ?? true) : (items ?? true))]
  if (type === 'number' || type === 'integer') return 1
  return type === 'boolean' ? true : text
}

it('a URL in a field never makes the site connect anywhere [T-IN-06]', async () => {
  const addresses = [
    'http://169.254.169.254/latest/meta-data/',
    'https://internal.example/',
    'ldap://x.example',
  ]
  const requests = walked
    .filter(({ body, upload }) => body && !upload)
    .flatMap((endpoint) => {
      const schema = z.toJSONSchema(endpoint.body!, { io: 'input', unrepresentable: 'any' })
      return addresses.map((address) => ({
        endpoint,
        address: addressOf(endpoint),
        body: JSON.stringify(filledWith(address, schema)),
      }))
    })
  expect(requests.length).toBeGreaterThan(100)
  expect(await faultsAmong(requests)).toEqual([])
  await club.services.jobs.settled()
  expect(takeRefusals()).toEqual([])
})

it('an unknown id is 404, however long it is [T-IN-10]', async () => {
  for (const id of ['', 'x'.repeat(65), 'x'.repeat(300)]) {
    const { status, text } = await send(api.posts.show, `/api/posts/${id}`)
    expect([id.length, status, text]).toEqual([id.length, 404, expect.stringMatching(/ not found"/)])
  }
})

it('unstorable characters are refused in every URL [T-IN-01]', async () => {
  const requests = walked.flatMap((endpoint) => [
    { endpoint, address: `${addressOf(endpoint)}?search=a%00b` },
    ...(endpoint.path.includes(':')
      ? ['a%00b', '%ED%A0%80', '%C0%AE', '%'].map((id) => ({ endpoint, address: addressOf(endpoint, id) }))
      : []),
  ])
  expect(requests.length).toBeGreaterThan(300)
  const taken: string[] = []
  for (const { endpoint, address } of requests) {
    const { status } = await send(endpoint, address)
    if (status !== 400) taken.push(`${nameOf(endpoint)} ${address}: ${status}`)
  }
  expect(taken).toEqual([])
})

describe('a duplicate parameter', () => {
  it('in the query is refused [T-IN-09]', async () => {
    const taken: string[] = []
    for (const endpoint of walked.filter(({ method }) => method === 'GET'))
      for (const name of Object.keys(fieldsOf(endpoint.query))) {
        const { status } = await send(endpoint, `${addressOf(endpoint)}?${name}=1&${name}=1`)
        if (status !== 400) taken.push(`${nameOf(endpoint)} ${name}: ${status}`)
      }
    expect(taken).toEqual([])
  })

  it.each([
    ['two lengths', 'content-length: 2\r\ncontent-length: 40\r\n'],
    ['a length and none', 'content-length: 2\r\ntransfer-encoding: chunked\r\n'],
    ['a length that is none', 'content-length: +2\r\n'],
  ])('of a request’s end, %s, is refused and the connection closed [T-IN-09]', async (_what, lines) => {
    const { hostname, port } = new URL(club.url)
    const heard = await new Promise<string>((resolve, reject) => {
      let text = ''
      const head = `POST /api/login HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\n${lines}\r\n`
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${head}{}GET /healthz HTTP/1.1\r\n\r\n`),
      )
      socket.on('data', (data: Buffer) => (text += data.toString()))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

const lists = everyEndpoint.filter(
  (one) => isRead(one) && 'before' in fieldsOf(one.query) && !one.path.includes(':'),
)

const requiredQuery: Record<string, string> = {
  '/api/analytics/rows': 'figure=revenue',
  '/api/admin/sources/joiners': 'kind=campaign',
}

it.each(lists.map((one) => [nameOf(one), one] as const))(
  '%s goes on after no place that does not exist, and does not begin anew [T-IN-04]',
  async (_, endpoint) => {
    const address = `${endpoint.path}?${requiredQuery[endpoint.path] ?? ''}`
    const [begun, goneOn] = [await send(endpoint, address), await send(endpoint, `${address}&before=nowhere`)]
    expect(begun.status).toBe(200)
    expect([400, 404]).toContain(goneOn.status)
  },
)
