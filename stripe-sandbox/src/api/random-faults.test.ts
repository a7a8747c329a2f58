import { expect, it } from 'vitest'

import { type FaultKind, faultKinds, drawFaults } from '#api/random-faults.ts'
import { inProcess, openShop, refusalOf } from '#testing/shop.ts'

function struck(seed: number) {
  const striking = drawFaults({ share: 0.2, seed, path: '/v1/payment_intents' })
  const drawn = Array.from({ length: 5000 }, () => striking.strike('/v1/payment_intents'))
  return { drawn, met: striking.met, spared: striking.strike('/v1/customers') }
}

it('draws every kind at the given rate, and repeats them for the same seed', () => {
  const { drawn, met, spared } = struck(7)
  const hits = drawn.filter((fault) => fault !== undefined)
  expect(hits.length / drawn.length).toBeCloseTo(0.2, 1)
  expect(Object.keys(met).toSorted()).toEqual(faultKinds.toSorted())
  expect(Object.values(met).reduce((sum, count) => sum + count, 0)).toBe(hits.length)
  expect(spared).toBeUndefined()
  expect(struck(7).drawn).toEqual(drawn)
  expect(struck(8).drawn).not.toEqual(drawn)
})

it.each([
  ['reset-before', 0, undefined],
  ['reset-after', 1, undefined],
  ['hang-before', 0, undefined],
  ['hang-after', 1, undefined],
  ['500-before', 0, 500],
  ['500-after', 1, 500],
  ['409', 0, 409],
  ['429', 0, 429],
] as const satisfies [FaultKind, number, number | undefined][])(
  'fails requests or their responses as set (%s), until it is turned off',
  async (kind, made, status) => {
    const shop = await openShop()
    const once = inProcess(shop.sandbox, { maxNetworkRetries: 0, timeout: 300 })
    const met = shop.sandbox.control.failRandomly({ share: 1, seed: 1, kinds: [kind] })
    const refusal = await refusalOf(once.customers.create({ name: 'Ada' }))
    expect(refusal.statusCode).toBe(status)
    expect(met[kind]).toBeGreaterThanOrEqual(1)
    shop.sandbox.control.failRandomly(null)
    expect((await shop.stripe.customers.list()).data).toHaveLength(made)
    await shop.sandbox.close()
  },
)
