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

/** Whether an address is one of these paths, whatever stands for their parameters. */
const anyOf = (paths: string[]) =>
  new RegExp(`^(?:${paths.map((path) => path.replaceAll(/:\w+/g, '[^/?]+')).join('|')})(?:\\?|$)`)

const figures = anyOf(pathsOf(exports, insights, reach, audience))
const reading = anyOf(pathsOf(feed, views, watching, { list: posts.list }))
const talking = anyOf(pathsOf(comments))

/**
 * Never turned away: signs of life, the provider's events, ways in, and bytes that somebody is reading or sending
 * already; each of these has bounds of its own.
 */
const alwaysLetIn =
  /^\/(?:(?:healthz|readyz|ws|api\/admin\/health|api\/login|api\/login\/two-factor)(?:\?|$)|media\/|api\/webhooks\/|api\/uploads|api\/passkeys\/sign-in|sandbox\/|_sandbox\/)/

const isSearch = /[?&]search=[^&]/

/** What a request is to the site when there is too much to do; null where it is let in whatever happens. */
export function loadClassOf(method: string, url: string): LoadClass | null {
  if (alwaysLetIn.test(url)) return null
  if (figures.test(url)) return 'figures'
  if (talking.test(url)) return 'comments'
  // Publishing has the address of the feed.
  if (!reading.test(url) || (method === 'POST' && url === posts.list.path)) return 'rest'
  return isSearch.test(url) ? 'search' : 'feed'
}
