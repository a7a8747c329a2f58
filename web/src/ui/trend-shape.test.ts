import { describe, expect, it } from 'vitest'
import { areaPath, isLabelled, linePath, chartScale, nearestPoint } from './trend-shape.ts'

const named = (count: number, width: 'narrow' | 'wide') =>
  Array.from({ length: count }, (_, index) => index).filter((index) => isLabelled(index, count, width))

describe('the scale of a chart', () => {
  it('starts at zero and ends above the maximum in round steps', () => {
    const { ticks, y } = chartScale([130, 870], 2)
    expect(ticks).toEqual([0, 200, 400, 600, 800, 1000])
    expect([y(0), y(1000), y(500)]).toEqual([100, 0, 50])
  })

  it('goes below zero for negative values', () => {
    const { ticks, y } = chartScale([300, -100], 2)
    expect(ticks).toEqual([-100, 0, 100, 200, 300])
    expect([y(-100), y(0)]).toEqual([100, 75])
  })

  it('exists without values and with zeros only', () => {
    for (const values of [[], [0, 0]]) {
      expect(chartScale(values, 2).y(0)).toBe(100)
      expect(chartScale(values, 2).ticks).toEqual([0])
    }
  })

  it('centers each point in its share of the width', () => {
    const { x } = chartScale([1], 4)
    expect([0, 1, 2, 3].map(x)).toEqual([12.5, 37.5, 62.5, 87.5])
    expect(chartScale([1], 1).x(0)).toBe(50)
  })
})

describe('the line of a chart', () => {
  it('passes through every value, and its area closes along zero', () => {
    const places = chartScale([0, 100], 2)
    expect(linePath([0, 100], places)).toMatch(/^M25,100.*75,0$/)
    expect(areaPath([0, 100], places)).toMatch(/^M25,100.*L75,100.*Z$/)
  })
})

describe('the labels below a chart', () => {
  it('appear at every point while they fit', () => {
    expect(named(5, 'narrow')).toEqual([0, 1, 2, 3, 4])
    expect(named(12, 'wide')).toHaveLength(12)
  })

  it('thin out when they do not fit, but keep the newest', () => {
    expect(named(24, 'narrow')).toEqual([3, 8, 13, 18, 23])
    expect(named(24, 'wide').at(-1)).toBe(23)
  })
})

it('finds the point nearest to the pointer', () => {
  expect([0, 0.24, 0.26, 0.99].map((share) => nearestPoint(share, 4))).toEqual([0, 0, 1, 3])
  expect([-0.5, 1, 7].map((share) => nearestPoint(share, 4))).toEqual([0, 3, 3])
})
