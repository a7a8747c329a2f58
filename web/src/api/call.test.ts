import { api } from '@touchline/contract/api.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { ApiError, isSubscriptionRequired, isUnauthorized, errorMessage } from './api-error.ts'
import { call } from './call.ts'
import { confirmation } from './confirmation.ts'
import { firstCalls } from './first-calls.ts'

let stop = async () => {}
afterEach(() => stop())

async function serve(status: number, body: string) {
  stop = await servePage((_request, response) => response.writeHead(status).end(body))
}

const failure = async (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error)

describe('call', () => {
  it('fills in the path, omits undefined values and sends JSON only with a body', async () => {
    const seen: unknown[] = []
    stop = await servePage((request, response) => {
      seen.push([request.method, request.url, request.headers['content-type'], request.body])
      response.end('{}')
    })
    await call(api.comments.list, { params: { id: 'a/b' }, query: { limit: 3 } })
    await call(api.comments.add, { params: { id: 'p' }, body: { content: 'Offside' } })
    expect(seen).toEqual([
      ['GET', '/api/posts/a%2Fb/comments?limit=3', undefined, ''],
      ['POST', '/api/posts/p/comments', 'application/json', '{"content":"Offside"}'],
    ])
  })

  it('returns undefined without a body', async () => {
    await serve(204, '')
    expect(await call(api.posts.remove, { params: { id: 'p' } })).toBeUndefined()
  })

  it('turns a failed response into an error named by status and body [SYS-14]', async () => {
    await serve(402, '{"message":"Your card was declined.","code":"card_declined"}')
    const error = await failure(call(api.tips.send, { body: { amount: 5 } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: '402: {"message":"Your card was declined.","code":"card_declined"}',
      status: 402,
      code: 'card_declined',
      serverMessage: 'Your card was declined.',
    })
  })

  it('uses the status text when the body is empty [SYS-14]', async () => {
    await serve(500, '')
    const error = await failure(call(api.site.show))
    expect(error).toMatchObject({ message: '500: Internal Server Error', serverMessage: undefined })
    expect(errorMessage(error, 'Please try again.')).toBe('Please try again.')
  })

  it("uses the screen's message when the server only says that it failed [SYS-14]", () => {
    const cases = [
      [500, 'Something went wrong on our side. Please try again.', 'Failed to save.'],
      [503, 'The provider does not answer.', 'The provider does not answer.'],
      [400, 'This is too long.', 'This is too long.'],
    ] as const
    for (const [status, message, said] of cases)
      expect(errorMessage(new ApiError(status, JSON.stringify({ message }), ''), 'Failed to save.')).toBe(
        said,
      )
  })

  it('tells signed out from no subscription [SYS-14]', () => {
    const signedOut = new ApiError(401, '{"message":"Unauthorized"}', '')
    const unpaid = new ApiError(403, '{"message":"Subscription required","requiresSubscription":true}', '')
    expect([isUnauthorized(signedOut), isUnauthorized(unpaid)]).toEqual([true, false])
    expect(isUnauthorized(new ApiError(401, '{"message":"Invalid email or password"}', ''))).toBe(false)
    expect([isSubscriptionRequired(unpaid), isSubscriptionRequired(signedOut)]).toEqual([true, false])
    expect(isSubscriptionRequired(new ApiError(403, '{"requiresSubscription":true}', ''))).toBe(true)
    expect(isSubscriptionRequired(new ApiError(403, '{"message":"Access denied"}', ''))).toBe(false)
  })

  it('sends a form with its file and throws the same error for it', async () => {
    let received = ''
    stop = await servePage((request, response) => {
      received = request.body
      response.writeHead(413).end('{"message":"This file is too large.","code":"too_large"}')
    })
    const form = new FormData()
    form.set('contentType', 'image')
    form.set('media', new File(['pixels'], 'pitch.png', { type: 'image/png' }))
    const error = await failure(call(api.posts.publish, { form }))
    expect(received).toContain('pitch.png')
    expect(error).toMatchObject({ status: 413, serverMessage: 'This file is too large.' })
  })

  it('stops an upload when its signal fires', async () => {
    stop = await servePage(() => {})
    const stopping = new AbortController()
    const upload = failure(call(api.posts.publish, { form: new FormData(), signal: stopping.signal }))
    stopping.abort()
    expect(await upload).toMatchObject({ name: 'AbortError' })
  })

  it('waits for re-authentication and is sent once more after it [T-AD-01]', async () => {
    let isProved = false
    let asked = 0
    stop = await servePage((_request, response) => {
      asked += 1
      if (isProved) response.writeHead(204).end()
      else response.writeHead(403).end('{"message":"Please confirm.","code":"confirmation_required"}')
    })
    const answerWith = (isConfirmed: boolean) =>
      confirmation.subscribe(() => {
        if (!confirmation.isWanted()) return
        isProved = isConfirmed
        queueMicrotask(() => confirmation.answer(isConfirmed))
      })
    const leave = answerWith(true)
    await call(api.posts.remove, { params: { id: 'p' } })
    leave()
    expect(asked).toBe(2)

    isProved = false
    const leaveAgain = answerWith(false)
    const error = await failure(call(api.posts.remove, { params: { id: 'p' } }))
    leaveAgain()
    expect(error).toMatchObject({ code: 'confirmation_required', serverMessage: 'Please confirm.' })
    expect(asked).toBe(3)
  })
})

it('declares the first calls as the contract does', () => {
  const { site, accounts, gate } = api
  expect({ ...accounts, ...gate, showSite: site.show, siteTexts: site.texts }).toMatchObject(firstCalls)
})
