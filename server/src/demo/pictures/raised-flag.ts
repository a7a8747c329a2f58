import type { Random } from '#demo/seeded-random.ts'
import {
  box,
  circle,
  type Drawing,
  fade,
  glow,
  group,
  ink,
  line,
  lit,
  type Point,
  shape,
  softness,
} from './ink.ts'

const [width, height] = [1600, 1067]
const [columns, rows] = [44, 28]

const mix = (from: readonly number[], to: readonly number[], share: number) =>
  `rgb(${from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share)).join(' ')})`

/** An assistant's flag, quartered yellow and red, at the moment it goes up. */
export function raisedFlag(random: Random): Drawing {
  const cloth = (column: number, row: number): Point => {
    const [u, v] = [column / columns, row / rows]
    const wind = Math.sin(u * 7.4 + v * 1.6) * 46 * u + Math.sin(u * 15 - v * 3) * 11 * u
    return [560 + u * 780 - v * 118 - 16 * u * Math.sin(v * 5), 150 + v * 500 + wind - u * 92 + u * v * 46]
  }
  const slope = (column: number, row: number) => {
    const [, before] = cloth(column - 0.5, row)
    const [, after] = cloth(column + 0.5, row)
    return (after - before + 2.1) / 13
  }
  const patches: string[] = []
  for (let column = 0; column < columns; column += 1)
    for (let row = 0; row < rows; row += 1) {
      const isYellow = column < columns / 2 === row < rows / 2
      const light = Math.max(-1, Math.min(1, slope(column + 0.5, row + 0.5)))
      const base = isYellow ? [246, 206, 44] : [243, 78, 76]
      const fill =
        light > 0
          ? mix(base, isYellow ? [120, 76, 0] : [84, 8, 18], light * 0.85)
          : mix(base, [255, 248, 214], -light * 0.6)
      patches.push(
        shape(
          [cloth(column, row), cloth(column + 1, row), cloth(column + 1, row + 1), cloth(column, row + 1)],
          { fill, stroke: fill, 'stroke-width': 1.2 },
        ),
      )
    }
  const hem = Array.from({ length: rows + 1 }, (_, row) => cloth(columns, row))
  const seats = Array.from({ length: 220 }, () =>
    circle([random.between(0, width), random.between(0, 700)], random.between(12, 52), {
      fill: random.pick([ink.chalk, ink.blue, ink.turf, '#ffdfb0', ink.muted]),
      opacity: random.between(0.02, 0.1),
    }),
  )
  return {
    width,
    height,
    grain: 0.18,
    body: [
      `<defs>${fade('night', [0, 0], [0, 1], [0, '#07130f'], [0.62, '#14382b'], [0.66, '#1f6a45'], [1, '#0f3d29'])}${glow('lamp', [0, '#f6ffe6', 0.85], [0.16, '#dfffe8', 0.36], [1, '#9fe9c0', 0])}${fade('pole', [0, 0], [1, 0], [0, '#0a0f0d'], [0.4, '#5a6a64'], [1, '#0a0f0d'])}${softness('far', 7)}${softness('deep', 18)}${glow('edge', [0.5, '#000', 0], [1, '#010605', 0.7])}</defs>`,
      box(0, 0, width, height, { fill: 'url(#night)' }),
      group(
        { filter: 'url(#far)' },
        ...seats,
        line(
          [
            [-20, 790],
            [1620, 742],
          ],
          { stroke: ink.chalk, 'stroke-width': 12, opacity: 0.65 },
        ),
        line(
          [
            [900, 766],
            [1640, 930],
          ],
          { stroke: ink.chalk, 'stroke-width': 9, opacity: 0.35 },
        ),
      ),
      lit('lamp', [1380, 70], 560),
      lit('lamp', [170, 120], 420),
      line(
        [
          [574, 118],
          [330, 1100],
        ],
        { stroke: '#000', 'stroke-width': 40, opacity: 0.4, filter: 'url(#deep)' },
      ),
      line(
        [
          [566, 118],
          [322, 1100],
        ],
        { stroke: '#1b2622', 'stroke-width': 27 },
      ),
      line(
        [
          [562, 118],
          [318, 1100],
        ],
        { stroke: '#7b8a84', 'stroke-width': 6, opacity: 0.8 },
      ),
      line(
        [
          [392, 820],
          [322, 1100],
        ],
        { stroke: '#050a08', 'stroke-width': 44 },
      ),
      ...Array.from({ length: 14 }, (_, index) =>
        line(
          [
            [372 - index * 5 - 8, 838 + index * 20],
            [410 - index * 5 - 8, 828 + index * 20],
          ],
          { stroke: '#26352f', 'stroke-width': 5 },
        ),
      ),
      ...patches,
      line(hem, { stroke: '#fff6d0', 'stroke-width': 4, opacity: 0.55 }),
      circle([568, 112], 19, { fill: '#c9d2cd' }),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
