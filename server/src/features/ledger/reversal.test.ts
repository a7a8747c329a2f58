import { describe, expect, it } from 'vitest'
import { mirrorMoves, type Moves, reversalMoves, type Reversal } from './reversal.ts'
import { creatorShareCents } from './terms.ts'

/** Reproducible pseudo-random numbers. */
function* seeded(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    yield state / 4_294_967_296
  }
}

const sumOf = (moves: Moves) => Object.values(moves).reduce((sum, cents) => sum + cents, 0)
const refundOf = (cents: number) => ({ amount: -cents, fee: 0, net: -cents })
const after = (
  { grossCents, creatorCents }: Reversal,
  { creator_payable = 0, platform_revenue = 0 }: Moves,
) => ({
  grossCents: grossCents + creator_payable + platform_revenue,
  creatorCents: creatorCents + creator_payable,
})
const nothing: Reversal = { grossCents: 0, creatorCents: 0 }

describe('reversals', () => {
  it('take both shares back, at once or in three parts [fault 36]', () => {
    const month = { grossCents: 1299, shareBasisPoints: 7500 }
    expect(reversalMoves(month, nothing, refundOf(1299))).toEqual({
      creator_payable: 974,
      platform_revenue: 325,
      provider_fees: 0,
      provider_balance: -1299,
    })
    const parts: Moves[] = []
    let taken = nothing
    for (const cents of [433, 433, 433]) {
      const moves = reversalMoves(month, taken, refundOf(cents))
      parts.push(moves)
      taken = after(taken, moves)
    }
    expect(parts.map(({ creator_payable }) => creator_payable)).toEqual([325, 325, 324])
    expect(taken).toEqual({ grossCents: 1299, creatorCents: 974 })
  })

  it('add up to zero for 2,000 random amounts, shares and parts [fault 36]', () => {
    const random = seeded(1863)
    const below = (limit: number) => Math.floor(random.next().value * limit)
    for (let round = 0; round < 2000; round += 1) {
      const payment = { grossCents: 1 + below(20_000), shareBasisPoints: below(10_001) }
      const booked = creatorShareCents(payment.grossCents, payment.shareBasisPoints)
      let taken = nothing
      const sent: { cents: number; moves: Moves }[] = []
      for (let step = 0; taken.grossCents < payment.grossCents; step += 1) {
        const back =
          step < 12 && sent.length > 0 && below(4) === 0 ? sent.splice(below(sent.length), 1)[0] : null
        const left = payment.grossCents - taken.grossCents
        const cents = step < 12 ? 1 + below(left) : left
        const moves = back
          ? mirrorMoves(back.moves, { amount: back.cents, fee: 0, net: back.cents })
          : reversalMoves(payment, taken, refundOf(cents))
        if (!back) sent.push({ cents, moves })
        expect(sumOf(moves)).toBe(0)
        taken = after(taken, moves)
        expect(taken.creatorCents).toBeGreaterThanOrEqual(0)
        expect(taken.creatorCents).toBeLessThanOrEqual(booked)
      }
      expect(taken).toEqual({ grossCents: payment.grossCents, creatorCents: booked })
    }
  })

  it('charge dispute fees to the platform unless they are returned [fault 37]', () => {
    const tip = { grossCents: 500, shareBasisPoints: 7500 }
    const lost = reversalMoves(tip, nothing, { amount: -500, fee: 1500, net: -2000 })
    expect(lost).toEqual({
      creator_payable: 375,
      platform_revenue: 125,
      provider_fees: 1500,
      provider_balance: -2000,
    })
    const won = { creator_payable: -375, platform_revenue: -125 }
    expect(mirrorMoves(lost, { amount: 500, fee: 0, net: 500 })).toMatchObject({
      ...won,
      provider_balance: 500,
    })
    const withFee = mirrorMoves(lost, { amount: 500, fee: -1500, net: 2000 })
    expect(withFee).toEqual({ ...won, provider_fees: -1500, provider_balance: 2000 })
  })

  it('never take more from the creator than they received', () => {
    const month = { grossCents: 1000, shareBasisPoints: 7500 }
    const half = after(nothing, reversalMoves(month, nothing, refundOf(500)))
    expect(reversalMoves(month, half, refundOf(1000))).toMatchObject({
      creator_payable: 375,
      platform_revenue: 625,
    })
  })
})
