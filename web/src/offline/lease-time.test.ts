import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { standingOf, serverTime, witnessed } from './lease-time.ts'

const day = 24 * 60 * 60_000
const site = Date.UTC(2027, 2, 1)
const until = site + 7 * day

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('the lease of a copy', () => {
  it('ends by the site’s time, whatever this device’s clock shows [OFF-4]', () => {
    for (const wrong of [0, -3 * day, 400 * day]) {
      const device = site + wrong
      const told = serverTime(site, device)
      expect([wrong, standingOf(until, told, device)]).toEqual([wrong, 'running'])
      expect([wrong, standingOf(until, told, device + 7 * day - 1)]).toEqual([wrong, 'running'])
      expect([wrong, standingOf(until, told, device + 7 * day)]).toEqual([wrong, 'ended'])
    }
  })

  it('is not lengthened by a clock set back: what has passed has passed [OFF-4]', () => {
    const seen = witnessed(serverTime(site, site), site + 6 * day)
    expect(standingOf(until, seen, site + 6 * day)).toBe('running')
    expect(standingOf(until, seen, site + day)).toBe('clock set back')
    // Looked at by that clock, the time that was seen does not go back either.
    expect(witnessed(seen, site + day)).toEqual(seen)
    expect(standingOf(until, witnessed(seen, until), site)).toBe('ended')
  })

  it('goes on where a clock is set by the network, and where the site says the time again [OFF-4]', () => {
    const seen = witnessed(serverTime(site, site), site + day)
    expect(standingOf(until, seen, site + day - 4 * 60_000)).toBe('running')
    const again = serverTime(site + day, site - 30 * day)
    expect(standingOf(until, again, site - 30 * day)).toBe('running')
  })

  it('goes on where a clock that was ahead is put right while the page is open [OFF-4]', async () => {
    vi.stubGlobal('BroadcastChannel', BroadcastChannel)
    vi.useFakeTimers({ toFake: ['Date'], now: site + 8 * day })
    const opened = await import('./lease-time.ts')
    vi.resetModules()
    const inAnotherWindow = await import('./lease-time.ts')
    vi.setSystemTime(site)
    const seen = witnessed(opened.setServerTime(site), opened.deviceTime())
    expect(standingOf(until, seen, opened.deviceTime())).toBe('running')
    await expect.poll(() => standingOf(until, seen, inAnotherWindow.deviceTime())).toBe('running')
    // From here on it goes back no more than before.
    vi.setSystemTime(site - day)
    expect(opened.deviceTime()).toBeGreaterThanOrEqual(site)
  })
})
