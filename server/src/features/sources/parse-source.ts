import { isStorableText } from '@touchline/contract/text.ts'

/** What an address and its referrer say about where a visitor comes from. */
export type Arrival = { campaign: string | null; referrer: string; teaser: string | null }

const maxPart = 80

/** Lower case, without what is too long or cannot be stored or shown. */
const tidy = (text: string | null) =>
  text && isStorableText(text) ? Array.from(text.trim().toLowerCase()).slice(0, maxPart).join('') : ''

const teaserPath = /^\/post\/([0-9a-f-]{36})\/?$/

/** Reads `utm_*`, the shared post and the linking host. A referrer of this site itself counts as none. */
export function parseSource(address: string, referrer: string, siteUrl: string): Arrival {
  const url = URL.parse(address, siteUrl)
  const from = URL.parse(referrer)
  const parts = ['utm_source', 'utm_medium', 'utm_campaign'].map((name) =>
    tidy(url?.searchParams.get(name) ?? null),
  )
  const campaign = parts.filter(Boolean).join(' / ')
  const host = from && /^https?:$/.test(from.protocol) ? from.hostname.replace(/^www\./, '') : ''
  return {
    campaign: campaign || null,
    referrer: host === new URL(siteUrl).hostname.replace(/^www\./, '') ? '' : tidy(host),
    teaser: teaserPath.exec(url?.pathname ?? '')?.[1] ?? null,
  }
}
