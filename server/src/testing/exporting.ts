import { type IncomingMessage, request as httpRequest } from 'node:http'
import { errorBody } from '@touchline/contract/errors.ts'
import { v7 as uuid } from 'uuid'
import { createPerson } from '#features/people/create-person.ts'
import { openSession } from '#features/accounts/start-session.ts'
import { sessionCookie } from '#http/cookies.ts'
import { type Caller, cookiesOf, newCaller } from './caller.ts'
import type { Club } from './club.ts'
import { unzipped } from './unzipped.ts'

/** What no export may contain. */
export const secrets = /hash|password|cus_|pm_|pi_|sub_|token|sealed|sha256|127\.0\.0\.1|sessionId|"key"/i

/** A signed-in person of the test's own. */
export async function someone(
  { services, url }: Pick<Club, 'services' | 'url'>,
  person: Partial<Parameters<typeof createPerson>[1]>,
): Promise<Caller> {
  const email = `${uuid()}@club.example`
  const { id } = await createPerson(services.db, { createdAt: services.clock.now(), ...person, email })
  const caller = newCaller(() => url, { id, email })
  caller.cookies.set(sessionCookie, (await openSession(services, id, 'a test')).token)
  return caller
}

const bodyFor = (types: string[]) =>
  JSON.stringify({ dataTypes: Object.fromEntries(types.map((type) => [type, true])) })

export const requestExport = (caller: Caller, types: string[]) =>
  caller.fetch('/api/export-data', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: bodyFor(types),
  })

/** Exports these types and unzips the result. Throws unless the zip is complete. */
export async function exportedBy(caller: Caller, types: string[]) {
  const answer = await requestExport(caller, types)
  if (answer.status !== 200 || answer.headers.get('content-type') !== 'application/zip')
    throw new Error(`no zip but ${answer.status}: ${await answer.text()}`)
  const zip = Buffer.from(await answer.arrayBuffer())
  return { headers: answer.headers, files: unzipped(zip) }
}

export const refusalOf = async (answer: Response) => [
  answer.status,
  errorBody.parse(await answer.json()).message,
]

export const jsonOf = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)!.toString())

/** Starts an export of media and reads only its headers. */
export function exportSlowly({ url }: Pick<Club, 'url'>, caller: Caller): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { cookie: cookiesOf(caller), 'content-type': 'application/json' }
  const request = httpRequest(
    new URL('/api/export-data', url),
    { method: 'POST', agent: false, headers },
    resolve,
  )
  request.on('error', reject)
  request.end(bodyFor(['media']))
  return promise
}
