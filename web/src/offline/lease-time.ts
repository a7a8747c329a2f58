/**
 * What this device knows about the site's time: the offset of its clock (ms; negative when ahead), and the latest
 * moment (ms since 1970, site time) known to have passed.
 */
export type Evidence = { behindMs: number; seenAt: number }

export type LeaseStatus = 'running' | 'ended' | 'clock set back'

/** Network time corrections are smaller than this. */
const jitterMs = 5 * 60_000

const siteTime = ({ behindMs }: Evidence, deviceNow: number) => deviceNow + behindMs

/** The evidence after the site reported its time, which overrides earlier evidence. */
export const serverTime = (siteNow: number, deviceNow: number): Evidence => ({
  behindMs: siteNow - deviceNow,
  seenAt: siteNow,
})

/** Records that time has passed. It never goes back, whatever the clock says later. */
export const recordEvidence = (evidence: Evidence, deviceNow: number): Evidence => ({
  ...evidence,
  seenAt: Math.max(evidence.seenAt, siteTime(evidence, deviceNow)),
})

/**
 * The status of a lease until `until`. A clock behind the recorded time was set back, so copies stay closed until the
 * site reports the time again.
 */
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

/** Restarts from the current clock, which may have been corrected. */
function trustClock() {
  openedAt = openingByClock()
}

windows?.addEventListener('message', trustClock)

/** Adopts the time reported by the site in all windows of this browser. */
export function setServerTime(siteNow: number): Evidence {
  trustClock()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this site alone
  windows?.postMessage('changed')
  return serverTime(siteNow, Date.now())
}
