import { api } from '@touchline/contract/api.ts'
import type { AccessPolicy } from '@touchline/contract/access.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'

export const everyEndpoint: Endpoint[] = Object.values(api).flatMap((noun): Endpoint[] => Object.values(noun))

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

const unknownId = '00000000-0000-7000-8000-000000000000'

/** An endpoint's URL with `id` for every parameter, by default an unknown id. */
export const addressOf = ({ path }: Pick<Endpoint, 'path'>, id = unknownId) => path.replaceAll(/:\w+/g, id)

export const isRead = ({ method }: Pick<Endpoint, 'method'>) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** A person whom this access policy admits. */
export function insiderOf({ people }: Pick<Club, 'people'>, access: AccessPolicy): Caller {
  if (access === 'admin' || access === 'creatorOrAdmin' || access === 'staff') return people.admin
  if (access === 'moderator') return people.moderator
  return access === 'creator' ? people.creator : people.member
}
