import type { Endpoint, MayBeEmpty, NamedPart, Parsed } from '@touchline/contract/endpoint.ts'
import type * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { confirmation } from './confirmation.ts'
import { setClockAhead } from '#ui/clock.ts'

/** Repeated here because importing it from the contract would bundle the validator. */
export const clockHeader = 'x-clock-ahead'

const setClockBy = (headers: Headers) => setClockAhead(Number(headers.get(clockHeader) ?? 0) * 1000)

type Schema = z.ZodMiniType | undefined
type Sent<Body extends Schema> =
  | (NamedPart<'body', Body> & { form?: never; onProgress?: never })
  | { form: FormData; body?: never; onProgress?: (share: number) => void }

type Always = { headers?: Record<string, string>; signal?: AbortSignal }

export type CallInput<Params extends Schema, Query extends Schema, Body extends Schema> = NamedPart<
  'params',
  Params
> &
  NamedPart<'query', Query> &
  Sent<Body> &
  Always

type Loose = Always & {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  form?: FormData
  onProgress?: (share: number) => void
}

function toAddress(path: string, { params = {}, query = {} }: Loose) {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

async function send(method: string, path: string, input: Loose): Promise<unknown> {
  const { body, form, headers, signal, onProgress } = input
  const address = toAddress(path, input)
  if (form) {
    // Loaded on demand: few people upload files.
    const { sendForm } = await import('./send-form.ts')
    return sendForm({ method, address, form, headers, signal, onProgress })
  }
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  setClockBy(response.headers)
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return text === '' ? undefined : JSON.parse(text)
}

/** Calls an endpoint. Throws `ApiError` for an error response, `TypeError` when the server is unreachable. */
export async function call<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  { method, path }: Endpoint<P, Q, B, R>,
  ...[input]: MayBeEmpty<NamedPart<'params', P> & NamedPart<'query', Q> & NamedPart<'body', B>> extends true
    ? [CallInput<P, Q, B>?]
    : [CallInput<P, Q, B>]
): Promise<Parsed<R>> {
  // The server has validated the reply against the same contract.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await withConfirmation(() => send(method, path, (input ?? {}) as Loose))) as Parsed<R>
}

/** Sends a request, and again after the person has confirmed their identity, if the server requires that. */
export async function withConfirmation<Answer>(sendIt: () => Promise<Answer>): Promise<Answer> {
  try {
    return await sendIt()
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'confirmation_required'
    if (!isRefused || !(await confirmation.ask())) throw error
    return sendIt()
  }
}
