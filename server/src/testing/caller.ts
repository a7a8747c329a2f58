import { type Endpoint, statusesOf, type Written } from '@touchline/contract/endpoint.ts'
import type * as z from 'zod/mini'

type Shape = z.ZodMiniType | undefined
type Input<Params extends Shape, Query extends Shape, Body extends Shape> = {
  params?: Written<Params>
  query?: Written<Query>
  /** Untyped, because tests also send invalid input. */
  body?: Written<Body> | FormData | Record<string, unknown> | string
  headers?: Record<string, string>
}
type Reply<R extends Shape> = R extends z.ZodMiniType ? z.output<R> : unknown

export type CallResult<Body> = { status: number; headers: Headers; body: Body; message: string }

/** A browser: keeps cookies, calls the contract's endpoints, and has an address. */
export type Caller = {
  id: string
  email: string
  cookies: Map<string, string>
  call<P extends Shape, Q extends Shape, B extends Shape, R extends Shape>(
    endpoint: Endpoint<P, Q, B, R>,
    input?: Input<P, Q, B>,
  ): Promise<CallResult<Reply<R>>>
  fetch(path: string, init?: RequestInit): Promise<Response>
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

const isEndpointPath = /:(\w+)/g

export const cookiesOf = ({ cookies }: Pick<Caller, 'cookies'>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** `from` is the client address, for a site that trusts a local proxy. */
export function newCaller(
  siteUrl: () => string,
  known: { id?: string; email?: string; from?: string } = {},
): Caller {
  const cookies = new Map<string, string>()

  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (known.from) headers.set('x-forwarded-for', known.from)
    if (cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(path, siteUrl()), { redirect: 'manual', ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    id: known.id ?? '',
    email: known.email ?? '',
    cookies,
    fetch: send,
    async call(endpoint, { params, query, body, headers = {} } = {}) {
      const given: Record<string, unknown> = params ? { ...params } : {}
      const path = endpoint.path.replaceAll(isEndpointPath, (_match, name: string) =>
        encodeURIComponent(toText(given[name])),
      )
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query ?? {}))
        if (value !== undefined) search.set(name, toText(value))
      const isForm = body instanceof FormData
      const isText = typeof body === 'string'
      const response = await send(search.size > 0 ? `${path}?${search.toString()}` : path, {
        method: endpoint.method,
        headers: {
          ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: body === undefined ? null : isForm || isText ? body : JSON.stringify(body),
      })
      if (response.ok && !statusesOf(endpoint).includes(response.status))
        throw new Error(
          `${endpoint.method} ${path} answered ${response.status}, which its contract does not say`,
        )
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : text
      const message =
        parsed !== null && typeof parsed === 'object' && 'message' in parsed ? String(parsed.message) : ''
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return { status: response.status, headers: response.headers, body: parsed as never, message }
    },
  }
}
