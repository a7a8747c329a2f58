/** Pages that search engines may index are the exception, see web-app.ts. */
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
