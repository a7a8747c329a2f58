import { cleanup, screen } from '@testing-library/react'
import type { Audience } from '@touchline/contract/audience.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { slots } from '#shell/slots.tsx'
import { SlotContext } from '#slots.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { AudienceInsightsPage } from './audience-insights-page.tsx'

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

const noAnswersYet: Audience = {
  ages: null,
  countries: null,
  activity: {
    timeZone: 'UTC',
    since: '2027-01-01T00:00:00.000Z',
    until: '2027-01-29T00:00:00.000Z',
    actions: 0,
    hours: null,
  },
}
const ages = {
  members: 12,
  answered: 7,
  groups: [{ key: '25-34', count: 7 }],
  others: 0,
  at: '2027-01-29T00:00:00.000Z',
}

it('refetches the audience every 30 seconds [AUD-1]', async () => {
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
  })
  let requests = 0
  stop = await servePage((_request, response) => {
    requests += 1
    response.end(JSON.stringify(requests > 1 ? { ...noAnswersYet, ages } : noAnswersYet))
  })
  openPage(() => (
    <SlotContext value={{ ...slots, MemberHistory: () => null }}>
      <AudienceInsightsPage />
    </SlotContext>
  ))
  await screen.findByRole('heading', { name: 'Age' })
  expect([requests, screen.queryByText('25-34')]).toEqual([1, null])
  await vi.advanceTimersByTimeAsync(30_000)
  await screen.findAllByText('25-34')
  expect(requests).toBe(2)
})
