import { max, min, nice, ticks } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'

const tickCount = 4
/** How many labels fit on a phone and on a wide screen. */
const fitting = { narrow: 5, wide: 12 }

/** Converts a value to a height and an index to a position, both in percent of the plot. */
export type ChartScale = { ticks: number[]; x: (index: number) => number; y: (value: number) => number }

/** Creates a scale in round steps that includes zero; each point is centered in its share of the width. */
export function chartScale(values: number[], count: number): ChartScale {
  const low = Math.min(0, min(values) ?? 0)
  const high = Math.max(0, max(values) ?? 0)
  const isFlat = low === high
  const [bottom, top] = isFlat ? [low, low + 1] : nice(low, high, tickCount)
  return {
    ticks: isFlat ? [low] : ticks(bottom, top, tickCount),
    x: (index) => ((index + 0.5) / count) * 100,
    y: (value) => ((top - value) / (top - bottom)) * 100,
  }
}

export const linePath = (values: number[], { x, y }: ChartScale) =>
  line<number>((_, index) => x(index), y).curve(curveMonotoneX)(values) ?? ''

export const areaPath = (values: number[], { x, y }: ChartScale) =>
  area<number>((_, index) => x(index), y(0), y).curve(curveMonotoneX)(values) ?? ''

/** Whether the point `index` of `count` has a label; the last one always does. */
export const isLabelled = (index: number, count: number, width: keyof typeof fitting) =>
  (count - 1 - index) % Math.ceil(count / fitting[width]) === 0

export const nearestPoint = (share: number, count: number) =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)))
