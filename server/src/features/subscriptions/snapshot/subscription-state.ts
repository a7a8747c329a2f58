const liveStatuses = new Set(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
const otherStatuses = new Set(['incomplete', 'incomplete_expired', 'canceled'])

/** True while a subscription costs money or may again: a person has at most one of these. */
export const isLive = ({ status }: { status: string }) => liveStatuses.has(status)

/** False for a word the provider has invented since: it gives no access, and nobody is charged beside it. */
export const isKnownStatus = ({ status }: { status: string }) =>
  liveStatuses.has(status) || otherStatuses.has(status)
