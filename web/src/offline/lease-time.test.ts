import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leaseStatus, serverTime, recordEvidence } from './lease-time.ts'

const day = 24 * 60 * 60_000
const site = Date.UTC(2027, 2, 1)
const until = site + 7 * day

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('the lease of a copy', () => {
  it('ends by the site’s time, whatever the device’s clock shows [OFF-4]', () => {
    for (const wrong of [0, -3 * day, 400 * day]) {
      const device = site + wrong
      const lease = serverTime(site, device)
      expect([wrong, leaseStatus(until, lease, device)]).toEqual([wrong, 'running'])
      expect([wrong, leaseStatus(until, lease, device + 7 * day - 1)]).toEqual([wrong, 'running'])
      expect([wrong, leaseStatus(until, lease, device + 7 * day)]).toEqual([wrong, 'ended'])
    }
  })

  it('is not extended by setting the clock back [OFF-4]', () => {
    const seen = recordEvidence(serverTime(site, site), site + 6 * day)
    expect(leaseStatus(until, seen, site + 6 * day)).toBe('running')
    expect(leaseStatus(until, seen, site + day)).toBe('clock set back')
    // By that clock, the recorded time does not go back either.
    expect(recordEvidence(seen, site + day)).toEqual(seen)
    expect(leaseStatus(until, recordEvidence(seen, until), site)).toBe('ended')
  })

  it('survives a clock set by the network, and the next time from the site [OFF-4]', () => {
    const seen = recordEvidence(serverTime(site, site), site + day)
    expect(leaseStatus(until, seen, site + day - 4 * 60_000)).toBe('running')
    const again = serverTime(site + day, site - 30 * day)
    expect(leaseStatus(until, again, site - 30 * day)).toBe('running')
  })

  it('survives the correction of a fast clock while the page is open [OFF-4]', async () => {
    vi.stubGlobal('BroadcastChannel', BroadcastChannel)
    vi.useFakeTimers({ toFake: ['Date'], now: site + 8 * day })
    const opened = await import('./lease-time.ts')
    vi.resetModules()
    const inAnotherWindow = await import('./lease-time.ts')
    vi.setSystemTime(site)
    const seen = recordEvidence(opened.setServerTime(site), opened.deviceTime())
    expect(leaseStatus(until, seen, opened.deviceTime())).toBe('running')
    await expect.poll(() => leaseStatus(until, seen, inAnotherWindow.deviceTime())).toBe('running')
    // From here on it goes back no more than before.
    vi.setSystemTime(site - day)
    expect(opened.deviceTime()).toBeGreaterThanOrEqual(site)
  })
})
