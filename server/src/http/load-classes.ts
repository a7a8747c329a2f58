import * as audience from '@touchline/contract/audience.ts'
import * as comments from '@touchline/contract/comments.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import * as exports from '@touchline/contract/exports.ts'
import * as feed from '@touchline/contract/feed.ts'
import * as insights from '@touchline/contract/insights.ts'
import * as posts from '@touchline/contract/posts.ts'
import * as reach from '@touchline/contract/reach.ts'
import * as views from '@touchline/contract/views.ts'
import * as watching from '@touchline/contract/watching.ts'

/**
 * What is given up first when there is more to do than this process can: what nobody waits for with a finger on the
 * screen, then what is dear, then what is read; everything else, paying above all, comes after that.
 */
export type LoadClass = 'figures' | 'search' | 'feed' | 'comments' | 'rest'

/** The share of all places up to which a class is let in. */
export const shareOf: Record<LoadClass, number> = {
  figures: 0.4,
  search: 0.55,
  feed: 0.7,
  comments: 0.85,
  rest: 1,
}

type Declared = Record<string, unknown>
const pathsOf = (...nouns: Declared[]) =>
  nouns.flatMap((noun) => Object.values(noun)).flatMap((one) => (isEndpoint(one) ? [one.path] : []))
const isEndpoint = (one: unknown): one is Endpoint =>
  typeof one === 'object' && one !== null && 'path' in one && 'access' in one

const classOfPath = new Map<string, LoadClass>([
  ...pathsOf(feed, views, watching, { list: posts.list }).map((path) => [path, 'feed'] as const),
  ...pathsOf(comments).map((path) => [path, 'comments'] as const),
  ...pathsOf(exports, insights, reach, audience).map((path) => [path, 'figures'] as const),
])

/**
 * Never turned away: signs of life, the provider's events, ways in, and bytes that somebody is reading or sending
 * already; each of these has bounds of its own.
 */
const alwaysLetIn =
  /^\/(healthz|readyz|ws|media\/|api\/(webhooks\/|uploads|admin\/health|login|passkeys\/sign-in|two-factor)|sandbox\/|_sandbox\/)/

const isSearch = /[?&]search=[^&]/

/** What a request is to the site when there is too much to do; null where it is let in whatever happens. */
export function loadClassOf(route: string | undefined, method: string, url: string): LoadClass | null {
  if (route === undefined) return 'rest'
  if (alwaysLetIn.test(route)) return null
  const known = classOfPath.get(route) ?? 'rest'
  // Publishing has the path of the feed.
  if (route === posts.list.path && method !== 'GET' && method !== 'HEAD') return 'rest'
  return known === 'feed' && isSearch.test(url) ? 'search' : known
}
