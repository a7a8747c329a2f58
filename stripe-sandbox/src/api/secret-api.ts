import { timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  checkKey,
  fingerprintOf,
  isReplayable,
  saveResponse,
  storedResponse,
  type StoredResponse,
} from './stored-responses.ts'
import type { RequestHandler, ApiRequest } from '#api/exchange.ts'
import { expanded } from '#api/expand.ts'
import { breakConnection, type Faults } from '#api/faults.ts'
import { isRefusal, refuse, type Refusal } from '#api/refusals.ts'
import { createRouter, objectsNamed, paramsOf } from '#api/router.ts'
import { secretRoutes } from '#api/secret-routes.ts'
import { newRequestId } from '#engine/ids.ts'
import { apiVersion, type World } from '#engine/world.ts'

const biggestBody = 1_000_000

const askedFor = { type: 'api_error', message: 'A fault that was asked for.' } as const

export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function checkCaller({ headers }: ApiRequest, secretKey: string): void {
  const [scheme, token = ''] = (headers['authorization'] ?? '').split(' ')
  const key = scheme === 'Basic' ? Buffer.from(token, 'base64').toString().split(':')[0]! : token
  if (!isSameText(key, secretKey))
    throw refuse(401, {
      type: 'invalid_request_error',
      message: key ? 'Invalid API Key provided.' : 'You did not provide an API key.',
    })
  const version = headers['stripe-version']
  if (version && version !== apiVersion)
    throw refuse(400, {
      type: 'invalid_request_error',
      message: `This sandbox speaks Stripe API version ${apiVersion} only, not ${version}.`,
    })
  if (headers['stripe-account'])
    throw refuse(400, {
      type: 'invalid_request_error',
      code: 'sandbox_feature_missing',
      message: 'Requests for connected accounts are not in this sandbox.',
    })
}

function failure(error: unknown, request: string): StoredResponse {
  const refusal = isRefusal(error)
    ? error
    : refuse(500, {
        type: 'api_error',
        message: `An unknown error occurred: ${error instanceof Error ? error.message : 'no reason given'}`,
      })
  return { status: refusal.status, body: JSON.stringify({ error: refusal.body }), request }
}

/**
 * An outcome, such as a declined card, keeps its changes. An unreadable card (`param` names the field) is none, so that
 * not even a fingerprint is stored.
 */
export function isOutcome(error: unknown): error is Refusal {
  return isRefusal(error) && error.status === 402 && error.body.param === undefined
}

// A replayed server failure would repeat; a caller who must wait may retry.
function retryAdvice({ status }: StoredResponse, key: string | null): Record<string, string> {
  if (status === 409) return { 'stripe-should-retry': 'true' }
  return key && status >= 500 ? { 'stripe-should-retry': 'false' } : {}
}

/** The secret-key API: `/v1/…`. */
export function createSecretApi(world: World, secretKey: string, faults: Faults): RequestHandler {
  const { store } = world
  const route = createRouter(secretRoutes)
  const running = new Set<string>()

  function outcomeOf(method: string, url: URL, form: string, id: string): StoredResponse {
    const match = route(method, url.pathname)
    const params = paramsOf(match.route, form)
    try {
      const body = world.inTimeOf(objectsNamed(match.id, params), method !== 'GET', () => {
        const answer = match.route.run(world, { id: match.id, params, url: url.pathname })
        return JSON.stringify(expanded(world, answer, params))
      })
      return { status: 200, body, request: id }
    } catch (error) {
      if (isOutcome(error)) return failure(error, id)
      throw error
    }
  }

  // Effect and stored response are committed together; only the transaction sees another process's response.
  function perform(
    method: string,
    url: URL,
    form: string,
    id: string,
    kept: { find: () => StoredResponse | undefined; keep: (answer: StoredResponse) => StoredResponse },
  ): StoredResponse {
    try {
      return store.atomically(() => kept.find() ?? kept.keep(outcomeOf(method, url, form, id)))
    } catch (error) {
      const answer = failure(error, id)
      return isReplayable(error) ? kept.keep(answer) : answer
    }
  }

  async function answerTo(ask: ApiRequest, key: string | null, id: string): Promise<StoredResponse> {
    const { method, url } = ask
    checkCaller(ask, secretKey)
    const body = method === 'POST' ? ask.body : ''
    if (body.length > biggestBody) throw refuse(413, { type: 'invalid_request_error', message: 'Too large.' })
    const form = [url.search.slice(1), body].filter(Boolean).join('&')
    const fingerprint = fingerprintOf(method, url.pathname, form)
    const find = () => (key ? storedResponse(world, key, fingerprint) : undefined)
    if (key) checkKey(key, running)
    const stored = find()
    const fault = faults.take(method, url.pathname)
    const status = typeof fault?.how === 'number' ? fault.how : null
    const broken = status === null ? null : failure(refuse(status, askedFor), id)
    const keep = (result: StoredResponse): StoredResponse => {
      const given = broken ?? result
      if (key) saveResponse(world, key, fingerprint, given)
      return given
    }
    if (fault?.when === 'before') {
      if (!broken) return breakConnection(fault, ask.signal)
      // The request failed while running: the next one with its key gets the same response.
      return broken.status >= 500 && !stored ? keep(broken) : broken
    }

    let answer = stored
    if (!answer) {
      if (key) running.add(key)
      try {
        // Mark the key as running for other requests, as Stripe does.
        await nextTurn()
        answer = world.onRequest(id, key, () => perform(method, url, form, id, { find, keep }))
      } finally {
        if (key) running.delete(key)
      }
    }
    return fault && !broken ? breakConnection(fault, ask.signal) : answer
  }

  return async (ask) => {
    const id = newRequestId()
    const key = (ask.method === 'POST' && ask.headers['idempotency-key']) || null
    let answer: StoredResponse
    try {
      answer = await answerTo(ask, key, id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      answer = failure(error, id)
    }
    return {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-cache, no-store',
        'request-id': answer.request,
        'stripe-version': apiVersion,
        ...(key ? { 'idempotency-key': key } : {}),
        ...(answer.replayed ? { 'idempotent-replayed': 'true' } : {}),
        ...retryAdvice(answer, key),
      },
      body: answer.body,
    }
  }
}
