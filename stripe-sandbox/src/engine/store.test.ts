import { expect, it } from 'vitest'

import { openStore } from '#engine/store.ts'

const clock = () => ({
  id: 'clock_1',
  object: 'test_helpers.test_clock' as const,
  created: 0,
  deletes_after: 1,
  frozen_time: 0,
  livemode: false,
  name: null,
  status: 'ready' as const,
  status_details: {},
})

it('keeps working when an outcome could not be saved', () => {
  const store = openStore(':memory:')
  store.atomically(() => store.add(clock()))
  const declined = new Error('declined')
  expect(() =>
    store.atomically(
      () => {
        store.add(clock())
        throw declined
      },
      (error) => error === declined,
    ),
  ).toThrow('UNIQUE')
  expect(store.atomically(() => store.find('test_helpers.test_clock', 'clock_1')?.id)).toBe('clock_1')
  store.close()
})
