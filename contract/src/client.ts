import type { Endpoint, MayBeEmpty, NamedPart, Parsed } from './endpoint.ts'
import { errorBody, type ErrorCode } from './errors.ts'
import type * as z from 'zod/mini'

type Shape = z.ZodMiniType | undefined

type Request = { method: string; headers: Record<string, string>; body?: string }
type Response = {
  ok: boolean
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** `fetch` is that of Node.js, Deno, Bun or a browser. */
export type ConnectOptions = {
  /** The address of the site, as in `https://club.example`. */
  url: string
  /** An API key, made at /admin/programs. */
  key: string
  fetch: (url: string, request: Request) => Promise<Response>
}

type Input<Params extends Shape, Query extends Shape, Body extends Shape> = NamedPart<'params', Params> &
  NamedPart<'query', Query> &
  NamedPart<'body', Body>

/** An error response. `retryAfterSeconds` is set when the key was used too often or the site is busy. */
export class ClientError extends Error {
  readonly status: number
  readonly code: ErrorCode | null
  readonly retryAfterSeconds: number | null

  constructor(status: number, message: string, code: ErrorCode | null, retryAfterSeconds: number | null) {
    super(message)
    this.name = 'ClientError'
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

function errorOf({ status, headers }: Response, text: string): ClientError {
  const retryAfter = Number(headers.get('retry-after'))
  const { data } = errorBody.safeParse(jsonOf(text))
  const message = data?.message ?? `The response was ${status}.`
  return new ClientError(status, message, data?.code ?? null, retryAfter > 0 ? retryAfter : null)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

function addressOf(path: string, { params = {}, query = {} }: Loose) {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return search.length > 0 ? `${filled}?${search.join('&')}` : filled
}

/**
 * Returns a function that calls endpoints of the contract with an API key. It throws a `ClientError` for an error
 * response, and at once for an endpoint that no right opens.
 */
export function connect({ url, key, fetch }: ConnectOptions) {
  const base = url.replace(/\/+$/, '')
  return async function call<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    { method, path, right }: Endpoint<P, Q, B, R>,
    ...[input]: MayBeEmpty<Input<P, Q, B>> extends true ? [Input<P, Q, B>?] : [Input<P, Q, B>]
  ): Promise<Parsed<R>> {
    if (right === undefined) throw new Error(`${method} ${path} is not open to API keys.`)
    // The parts are typed by the endpoint.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const loose = (input ?? {}) as Loose
    const response = await fetch(base + addressOf(path, loose), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(loose.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(loose.body === undefined ? {} : { body: JSON.stringify(loose.body) }),
    })
    const text = await response.text()
    if (!response.ok) throw errorOf(response, text)
    // The server has validated its reply against the same contract. A file is returned as text.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return (text === '' ? undefined : (jsonOf(text) ?? text)) as Parsed<R>
  }
}
