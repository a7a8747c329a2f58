/**
 * The headers of every response: content is not sniffed, framed or embedded by other sites, referrers stay on
 * this site, and search engines do not index it (see web-app.ts for the exceptions).
 */
export const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self)',
  'x-robots-tag': 'noindex',
}

/** Added on https sites: browsers use https for a year. */
export const overHttps = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
