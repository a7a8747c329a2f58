import { afterEach, expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { createQueryClient } from '#api/query-client.ts'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { withNewSession } from './new-session.ts'
import { recordAccessRefusal } from './access-refusals.ts'
import { type Session, sessionQuery } from './viewer.ts'

const viewer = createUser()
const signedIn: Session = { state: 'signedIn', viewer }

let stop = async () => {}
afterEach(() => stop())

/** Opens a signed-in page whose server returns 401 until `giveSession`. */
async function openPageOf() {
  let hasSession = false
  const asked: string[] = []
  stop = await servePage(({ url }, response) => {
    asked.push(`${url}`)
    if (hasSession) response.end(JSON.stringify(viewer))
    else response.writeHead(401).end('{"message":"Unauthorized"}')
  })
  const client = createQueryClient({ onFailure: recordAccessRefusal })
  client.setQueryData<Session>(sessionQuery.queryKey, signedIn)
  return {
    asked,
    giveSession: () => {
      hasSession = true
    },
    askAgain: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
    failSignedOut: () =>
      client
        .fetchQuery({
          queryKey: ['anything'],
          queryFn: () => Promise.reject(new ApiError(401, '{"message":"Unauthorized"}', '')),
        })
        .catch(() => {}),
    session: () => client.getQueryData<Session>(sessionQuery.queryKey),
  }
}

it('delays the session query and ignores refusals of the old session [SYS-9, PWD-1]', async () => {
  const page = await openPageOf()
  const call = Promise.withResolvers<void>()
  const change = withNewSession(call.promise)
  const again = page.askAgain()
  await page.failSignedOut()
  await fetch(new URL('/later', window.location.href))
  expect(page.session()).toEqual(signedIn)
  expect(page.asked).toEqual(['/later'])
  page.giveSession()
  call.resolve()
  await change
  expect(await again).toEqual(signedIn)
  await page.failSignedOut()
  expect(page.session()).toEqual({ state: 'signedOut' })
})

it('stops delaying once its call fails [SYS-9, PWD-1]', async () => {
  const page = await openPageOf()
  const change = withNewSession(Promise.reject(new Error('No connection')))
  const again = page.askAgain()
  await expect(change).rejects.toThrow('No connection')
  expect(await again).toEqual({ state: 'signedOut' })
})
