/**
 * What this device knows of the site's time: how far its own clock is behind (ms; negative when ahead), as the site last
 * told it, and the latest moment (ms since 1970, site's time) that is known to have passed.
 */
export type Evidence = { behindMs: number; seenAt: number }

/** How a copy stands: it may be read, its lease is over, or it is not known what time it is. */
export type LeaseStatus = 'running' | 'ended' | 'clock set back'

/** Clocks that are set by the network jump back by less. */
const jitterMs = 5 * 60_000

const siteTime = ({ behindMs }: Evidence, deviceNow: number) => deviceNow + behindMs

/** What it knows once the site has said what time it is: that holds, whatever was thought before. */
export const serverTime = (siteNow: number, deviceNow: number): Evidence => ({
  behindMs: siteNow - deviceNow,
  seenAt: siteNow,
})

/** Time goes on: what has passed once has passed, whatever the clock says later. */
export const recordEvidence = (evidence: Evidence, deviceNow: number): Evidence => ({
  ...evidence,
  seenAt: Math.max(evidence.seenAt, siteTime(evidence, deviceNow)),
})

/**
 * How a copy lent until `until` stands. A clock that shows an earlier time than one that was seen already was set back:
 * nothing is read by it until the site says the time again.
 */
export function leaseStatus(until: number, evidence: Evidence, deviceNow: number): LeaseStatus {
  const now = siteTime(evidence, deviceNow)
  if (Math.max(now, evidence.seenAt) >= until) return 'ended'
  return now < evidence.seenAt - jitterMs ? 'clock set back' : 'running'
}

const openingByClock = () => Date.now() - performance.now()

let openedAt = openingByClock()

/**
 * The device's time, which does not go back while the page is open, whatever is done to its clock, until the site says
 * the time.
 */
export const deviceTime = () => Math.max(Date.now(), openedAt + performance.now())

const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('site-time')

/** Counts on from what the clock shows now: it may have been put right. */
function trustClock() {
  openedAt = openingByClock()
}

windows?.addEventListener('message', trustClock)

/** The site has just said what time it is: every window of this browser measures by that from now on. */
export function setServerTime(siteNow: number): Evidence {
  trustClock()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this site alone
  windows?.postMessage('told')
  return serverTime(siteNow, Date.now())
}
