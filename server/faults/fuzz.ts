import type { Endpoint } from '@touchline/contract/endpoint.ts'
import { errorBody } from '@touchline/contract/errors.ts'
import { type Random, seededRandom } from '#demo/seeded-random.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { publishPost } from '#features/posts/publish-post.ts'
import { sessionCookie } from '#http/cookies.ts'
import type { Caller } from '#testing/caller.ts'
import type { Club } from '#testing/club.ts'
import { everyEndpoint, isRead, nameOf } from '#testing/every-endpoint.ts'
import { isFaulty } from '#testing/faulty-answer.ts'
import { type Values, valuesFrom } from './fuzz-values.ts'

export type Fuzz = { requests: number; together: number; seed: number }

/** The number of responses by status, and a sentence for every faulty response. */
export type FuzzReport = { statuses: Record<number, number>; faults: string[]; endpoints: number }

/** Endpoints that move the club's clock, which ends every session, or make the provider fail. */
const upsetsClub = ({ path, method }: Endpoint) => path.includes('rehears') && method !== 'GET'

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
const maxIds = 400

/**
 * Sends `requests` drawn from the contract's schemas to every endpoint as every kind of person. Ids in
 * responses are used in later requests. A caller who is signed out signs in again.
 */
export async function fuzz(club: Club, { requests, together, seed }: Fuzz): Promise<FuzzReport> {
  const { people, services } = club
  const ids = Object.values(people).map(({ id }) => id)
  for (const content of ['One nil', 'Two nil', 'Full time'])
    ids.push(await publishPost(services, { creatorId: people.creator.id, contentType: 'text', content }))
  const statuses: Record<number, number> = {}
  const faults: string[] = []
  const reached = new Set<string>()
  let sent = 0
  // One round in parallel, so that a short run reaches every endpoint.
  const order = seededRandom(seed, 'order').shuffled(everyEndpoint)
  const hands = Array.from({ length: together }, async (_, hand) => {
    const random = seededRandom(seed, `hand ${hand}`)
    const values = valuesFrom(random, ids)
    while (sent < requests) {
      const endpoint = order[sent % order.length]!
      sent += 1
      const [name, caller] = callerFor(endpoint, club, random)
      const request = requestFor(endpoint, values, random, sent)
      const answer = await answerTo(caller, request)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      reached.add(nameOf(endpoint))
      if (ids.length < maxIds) ids.push(...(answer.text.match(uuids) ?? []).slice(0, 3))
      const fault = faultIn(endpoint, answer)
      if (fault)
        faults.push(
          `${nameOf(endpoint)} as ${name}: ${fault}: ${request.path} ${request.content.slice(0, 300)}`,
        )
      if (answer.status === 401 && name !== 'visitor') {
        const { token } = await openSession(services, caller.id, 'a test')
        caller.cookies.set(sessionCookie, token)
      }
    }
  })
  await Promise.all(hands)
  return { statuses, faults, endpoints: reached.size }
}

function callerFor(endpoint: Endpoint, club: Club, random: Random): [string, Caller] {
  const { people } = club
  const { member, creator, admin } = people
  if (random.chance(0.1) || endpoint.path.includes('logout')) return ['visitor', club.visitor()]
  if (random.chance(0.2) || upsetsClub(endpoint))
    return random.pick(Object.entries({ ...people, admin: member }))
  if (endpoint.access === 'admin') return ['admin', admin]
  if (endpoint.access.startsWith('creator')) return ['creator', creator]
  return random.pick(Object.entries({ member, otherMember: people.otherMember }))
}

const asText = (given: unknown) => (typeof given === 'string' ? given : JSON.stringify(given ?? ''))

type Request = { path: string; init: RequestInit; content: string }

const oddHeaders: Record<string, string[]> = {
  range: ['bytes=0-0', 'bytes=-1', 'bytes=99999999999-', 'bytes=0-0,2-2', 'pages=1-2'],
  'if-none-match': ['*', '"x"', 'W/"'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  'idempotency-key': ['k', 'x'.repeat(300), '💥'.normalize('NFD').replaceAll(/\P{ASCII}/gu, '?')],
  accept: ['text/html', '*/*;q=0', 'application/xml'],
  'upload-offset': ['0', '-1', 'x'],
  'upload-length': ['100', '-1', '99999999999999999999'],
  'tus-resumable': ['1.0.0', '9'],
}

/**
 * Encodes an object's fields as query parameters; any other value becomes the whole query, up to a URL's
 * length.
 */
function searchFrom(query: unknown): URLSearchParams {
  if (typeof query !== 'object') return new URLSearchParams(asText(query).slice(0, 2000))
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(query ?? {})) search.set(name, asText(given).slice(0, 2000))
  return search
}

function requestFor(endpoint: Endpoint, values: Values, random: Random, number: number): Request {
  const path = endpoint.path.replaceAll(/:\w+/g, () =>
    encodeURIComponent(
      (random.chance(0.9) ? values.id() : asText(values.surprise())).toWellFormed().slice(0, 200),
    ),
  )
  const search = searchFrom(endpoint.query ? values.of(endpoint.query) : null)
  const headers: Record<string, string> = {
    'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
  }
  if (random.chance(0.15) || endpoint.path.includes('uploads'))
    for (const [name, choices] of Object.entries(oddHeaders))
      if (random.chance(0.3)) headers[name] = random.pick(choices)
  const body = isRead(endpoint) ? null : bodyFor(endpoint, values, random, headers)
  return {
    path: search.size > 0 ? `${path}?${search.toString()}` : path,
    init: { method: endpoint.method, headers, body },
    content: typeof body === 'string' ? body : body ? 'a form' : '',
  }
}

function bodyFor(endpoint: Endpoint, values: Values, random: Random, headers: Record<string, string>) {
  const written = endpoint.body ? values.of(endpoint.body) : {}
  if (endpoint.upload && random.chance(0.8)) {
    const form = new FormData()
    for (const [name, given] of Object.entries(written ?? {})) form.set(name, asText(given).toWellFormed())
    if (random.chance(0.6)) form.set(endpoint.upload, new Blob([asText(values.surprise())]), 'file.jpg')
    return form
  }
  headers['content-type'] = random.pick([
    ...Array.from({ length: 16 }, () => 'application/json'),
    'application/offset+octet-stream',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
  ])
  const json = JSON.stringify(written) ?? ''
  return random.chance(0.05) ? json.slice(0, random.whole(0, json.length)) : json
}

type Answer = { status: number; type: string; text: string }

async function answerTo(caller: Caller, { path, init }: Request): Promise<Answer> {
  try {
    const answer = await caller.fetch(path, { ...init, signal: AbortSignal.timeout(60_000) })
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  } catch (error) {
    return { status: 0, type: '', text: String(error instanceof Error ? (error.cause ?? error) : error) }
  }
}

function faultIn({ method, path }: Endpoint, { status, type, text }: Answer): string | null {
  if (status === 0) return `no response (${text})`
  if (isFaulty({ status, text })) return `${status} ${text.slice(0, 200)}`
  const isSentence = () => type.includes('json') && errorBody.safeParse(JSON.parse(text)).success
  const hasWords = method !== 'HEAD' && method !== 'OPTIONS' && text !== '' && path.startsWith('/api/')
  return status >= 400 && hasWords && !isSentence()
    ? `${status} without a sentence: ${text.slice(0, 200)}`
    : null
}
