import * as audience from '@touchline/contract/audience.ts'
import * as comments from '@touchline/contract/comments.ts'
import type { Endpoint } from '@touchline/contract/endpoint.ts'
import * as exports from '@touchline/contract/exports.ts'
import * as feed from '@touchline/contract/feed.ts'
import * as gate from '@touchline/contract/gate.ts'
import * as insights from '@touchline/contract/insights.ts'
import * as playback from '@touchline/contract/playback.ts'
import * as posts from '@touchline/contract/posts.ts'
import * as reach from '@touchline/contract/reach.ts'
import * as site from '@touchline/contract/site.ts'
import * as subscriptions from '@touchline/contract/subscriptions.ts'
import * as tips from '@touchline/contract/tips.ts'
import * as views from '@touchline/contract/views.ts'
import * as watching from '@touchline/contract/watching.ts'

/** The order of rejection under overload: joining and paying come last. */
export type LoadClass = 'figures' | 'search' | 'feed' | 'comments' | 'rest' | 'payments'

/** The share of all slots that each class may fill. */
export const shareOf: Record<LoadClass, number> = {
  figures: 0.4,
  search: 0.55,
  feed: 0.7,
  comments: 0.85,
  rest: 0.92,
  payments: 1,
}

type Declared = Record<string, unknown>
const pathsOf = (...nouns: Declared[]) =>
  nouns.flatMap((noun) => Object.values(noun)).flatMap((one) => (isEndpoint(one) ? [one.path] : []))
const isEndpoint = (one: unknown): one is Endpoint =>
  typeof one === 'object' && one !== null && 'path' in one && 'access' in one

const anyOf = (paths: string[]) =>
  new RegExp(`^(?:${paths.map((path) => path.replaceAll(/:\w+/g, '[^/?]+')).join('|')})(?:\\?|$)`)

const figures = anyOf(pathsOf(exports, insights, reach, audience))
const reading = anyOf(pathsOf(feed, playback, views, watching, { list: posts.list }))
const talking = anyOf(pathsOf(comments))
/** The payment form needs the texts and keys of the site. */
const paying = anyOf(pathsOf(gate, subscriptions, tips, { site: site.show }))

/** Each of these has limits of its own. */
const exempt =
  /^\/(?:(?:healthz|readyz|ws|api\/admin\/health|api\/login|api\/login\/two-factor)(?:\?|$)|media\/|api\/webhooks\/|api\/uploads|api\/passkeys\/sign-in|sandbox\/|_sandbox\/)/

const isSearch = /[?&]search=[^&]/

/** The load class of a request; null when it is exempt. */
export function loadClassOf(method: string, url: string): LoadClass | null {
  if (exempt.test(url)) return null
  if (figures.test(url)) return 'figures'
  if (talking.test(url)) return 'comments'
  if (paying.test(url)) return 'payments'
  // Publishing a post uses the feed's URL.
  if (!reading.test(url) || (method === 'POST' && url === posts.list.path)) return 'rest'
  return isSearch.test(url) ? 'search' : 'feed'
}
