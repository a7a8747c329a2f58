/**
 * What every answer carries, be it bytes, a page or a refusal: it is of the type it says, is shown in no frame and on
 * no other site, tells other sites nothing, and is not for search engines (see web-app.ts for the few pages that are).
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

/** And where the site is reached over https: browsers come that way for a year. */
export const overHttps = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
