/** What this device knows of the site's time: its clock's lag in ms, and the latest moment it has seen. */
export type Evidence = { behindMs: number; seenAt: number }

export type LeaseStatus = 'running' | 'ended' | 'clock set back'

/** Network time corrections are smaller than this. */
const jitterMs = 5 * 60_000

const siteTime = ({ behindMs }: Evidence, deviceNow: number) => deviceNow + behindMs

/** The evidence after the site reported its time. */
export const serverTime = (siteNow: number, deviceNow: number): Evidence => ({
  behindMs: siteNow - deviceNow,
  seenAt: siteNow,
})

export const recordEvidence = (evidence: Evidence, deviceNow: number): Evidence => ({
  ...evidence,
  seenAt: Math.max(evidence.seenAt, siteTime(evidence, deviceNow)),
})

/** Returns the status of a lease. After a clock was set back, copies wait for the site's time. */
export function leaseStatus(until: number, evidence: Evidence, deviceNow: number): LeaseStatus {
  const now = siteTime(evidence, deviceNow)
  if (Math.max(now, evidence.seenAt) >= until) return 'ended'
  return now < evidence.seenAt - jitterMs ? 'clock set back' : 'running'
}

const openingByClock = () => Date.now() - performance.now()

let openedAt = openingByClock()

/** The device's time. It never goes back while the page is open, until the site reports the time. */
export const deviceTime = () => Math.max(Date.now(), openedAt + performance.now())

const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('site-time')

function trustClock() {
  openedAt = openingByClock()
}

windows?.addEventListener('message', trustClock)

export function setServerTime(siteNow: number): Evidence {
  trustClock()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this site alone
  windows?.postMessage('changed')
  return serverTime(siteNow, Date.now())
}
