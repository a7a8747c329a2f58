import { max, min, nice, ticks } from 'd3-array'
import { area, curveMonotoneX, line } from 'd3-shape'

/** Roughly how many lines stand behind a chart. */
const tickCount = 4
/** Names below a chart that fit beside each other on a phone, and on a wide screen. */
const fitting = { narrow: 5, wide: 12 }

/** How far up `value` stands and how far along the point `index`, both in percent of the plot. */
export type ChartScale = { ticks: number[]; x: (index: number) => number; y: (value: number) => number }

/** Room for all the values, from nought or below it, in round steps; each point in the middle of its share of the width. */
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

/** The path of a line through the values, in a box of 100 by 100. */
export const linePath = (values: number[], { x, y }: ChartScale) =>
  line<number>((_, index) => x(index), y).curve(curveMonotoneX)(values) ?? ''

/** The surface between the line and nought. */
export const areaPath = (values: number[], { x, y }: ChartScale) =>
  area<number>((_, index) => x(index), y(0), y).curve(curveMonotoneX)(values) ?? ''

/** Whether the point `index` of `count` is named below the chart: every so many, the last one always. */
export const isLabelled = (index: number, count: number, width: keyof typeof fitting) =>
  (count - 1 - index) % Math.ceil(count / fitting[width]) === 0

/** The point whose share of the width is at `share` (0 to 1) of it. */
export const nearestPoint = (share: number, count: number) =>
  Math.max(0, Math.min(count - 1, Math.floor(share * count)))
