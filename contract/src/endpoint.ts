import type * as z from 'zod/mini'
import type { AccessPolicy } from './access.ts'

type Schema = z.ZodMiniType
type Shape = Schema | undefined

/**
 * One call of the API as data. The server binds it with `route(endpoint, handler)`, the web calls it with
 * `call(endpoint, input)`, and the OpenAPI document and the access-matrix test are made from it.
 * `path` uses `:name` for parameters. `upload` names the file field of a multipart call, whose text fields are
 * `body`. `reply` is left out where the answer is not JSON (bytes, redirects, 204).
 */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Access extends AccessPolicy = AccessPolicy,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  path: `/${string}`
  access: Access
  summary: string
  params?: Params
  query?: Query
  body?: Body
  upload?: string
  reply?: Reply
  status?: number
  /** The kind of content of an answer that is not JSON. */
  replyType?: string
  /** Other answers of success, of the same shape: to what was done before, say, or is not done yet. */
  alsoStatus?: readonly number[]
  /** Suspended people may call it too: their screen, the way out and the way to support need it. */
  evenSuspended?: true
  /** Only for somebody who proved who they are in the last minutes: what a stolen session must not do. */
  confirmed?: true
  /** Only for somebody who confirmed their email address: what outlasts a change of the password. */
  provenEmail?: true
  /** Also for somebody whose role owes a second step and who has none yet: the way to it, and the way out. */
  beforeTwoFactor?: true
}

/** Declares an endpoint; exists so that the compiler keeps its exact types. */
export function endpoint<
  Params extends Shape = undefined,
  Query extends Shape = undefined,
  Body extends Shape = undefined,
  Reply extends Shape = undefined,
  const Access extends AccessPolicy = AccessPolicy,
>(declared: Endpoint<Params, Query, Body, Reply, Access>) {
  return declared
}

/** Every status of success an endpoint answers with, the usual one first. */
export const statusesOf = ({ status = 200, alsoStatus = [] }: Pick<Endpoint, 'status' | 'alsoStatus'>) => [
  status,
  ...alsoStatus,
]

/** What a validated part arrives as on the server, and `undefined` where the endpoint has no such part. */
export type Parsed<Part extends Shape> = Part extends Schema ? z.output<Part> : undefined

/** What a caller has to write for a part, before validation. */
export type Written<Part extends Shape> = Part extends Schema ? z.input<Part> : undefined
