import type * as z from 'zod/mini'
import type { AccessPolicy, ApiRight } from './access.ts'

type Schema = z.ZodMiniType
type Shape = Schema | undefined

/**
 * An endpoint as data: server, web client, OpenAPI document and access-matrix test are made from it. `upload` names the
 * file field of a multipart request, whose text fields are `body`. `reply` is omitted when it is not JSON.
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
  /** Also open to API keys with this right, within `access`. */
  right?: ApiRight
  summary: string
  params?: Params
  query?: Query
  body?: Body
  upload?: string
  reply?: Reply
  status?: number
  /** The content type of a response that is not JSON. */
  replyType?: string
  /** Other success statuses with the same body, for example for a repeated request. */
  alsoStatus?: readonly number[]
  /** Also open to suspended people, for their screen, sign-out and support. */
  evenSuspended?: true
  /** Requires re-authentication in the last minutes, as protection against a stolen session. */
  confirmed?: true
  /** Requires a confirmed email address, for actions that survive a password change. */
  provenEmail?: true
  /** Also open to people who still have to set up the second factor their role requires. */
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

/** Returns all success statuses of an endpoint, the usual one first. */
export const statusesOf = ({ status = 200, alsoStatus = [] }: Pick<Endpoint, 'status' | 'alsoStatus'>) => [
  status,
  ...alsoStatus,
]

/** The type of a validated part on the server; `undefined` when the endpoint has no such part. */
export type Parsed<Part extends Shape> = Part extends Schema ? z.output<Part> : undefined

/** The type a caller passes for a part, before validation. */
export type Written<Part extends Shape> = Part extends Schema ? z.input<Part> : undefined

/** Whether all fields of a part may be left out. */
export type MayBeEmpty<Value> = Partial<Value> extends Value ? true : false

/** A part of a request as a named argument, which is optional when all its fields are. */
export type NamedPart<Name extends string, Declared extends Shape> = Declared extends Schema
  ? MayBeEmpty<Written<Declared>> extends true
    ? { [key in Name]?: Written<Declared> }
    : { [key in Name]: Written<Declared> }
  : { [key in Name]?: never }
