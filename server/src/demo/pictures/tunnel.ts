import type { Random } from '#demo/seeded-random.ts'
import { box, type Drawing, fade, glow, ink, line, lit, type Point, shape, softness } from './ink.ts'

const [width, height] = [1280, 1600]
const [middleX, middleY] = [640, 760]

/** The last twenty metres before anyone has an opinion about you. */
export function tunnel(random: Random): Drawing {
  const at = (x: number, y: number, depth: number): Point => [middleX + x / depth, middleY + y / depth]
  const ring = (depth: number) => ({
    topLeft: at(-720, -860, depth),
    topRight: at(720, -860, depth),
    lowLeft: at(-720, 900, depth),
    lowRight: at(720, 900, depth),
  })
  const near = ring(0.7)
  const far = ring(5.2)
  const depths = [0.8, 0.98, 1.22, 1.55, 2, 2.6, 3.5, 4.6]
  const lamps = depths.map(
    (depth) =>
      shape(
        [
          at(-210, -858, depth),
          at(210, -858, depth),
          at(210, -858, depth * 1.09),
          at(-210, -858, depth * 1.09),
        ],
        { fill: '#fffbe2', opacity: 0.95 },
      ) +
      lit('lamp', at(0, -858, depth * 1.04), 560 / depth, 300 / depth, 0.5) +
      shape(
        [at(-260, 900, depth), at(260, 900, depth), at(180, 900, depth * 1.2), at(-180, 900, depth * 1.2)],
        { fill: '#fffbe2', opacity: 0.1, filter: 'url(#soft)' },
      ),
  )
  const joints = depths.map((depth) => {
    const r = ring(depth * 1.15)
    return line([r.lowLeft, r.topLeft, r.topRight, r.lowRight], {
      stroke: '#02100b',
      'stroke-width': 7 / depth,
      opacity: 0.6,
    })
  })
  const band = (from: number, to: number, side: 1 | -1, fill: string, opacity: number) =>
    shape(
      [
        at(side * 720, from, 0.7),
        at(side * 720, to, 0.7),
        at(side * 720, to, 5.2),
        at(side * 720, from, 5.2),
      ],
      { fill, opacity },
    )
  const glints = Array.from({ length: 420 }, () => {
    const depth = random.between(0.75, 4.8)
    const [x, y] = at(random.between(-620, 620), 900, depth)
    return line(
      [
        [x, y],
        [x + random.between(6, 30) / depth, y],
      ],
      { stroke: '#dfffe9', 'stroke-width': 2.4 / depth, opacity: random.between(0.03, 0.2) },
    )
  })
  return {
    width,
    height,
    grain: 0.2,
    body: [
      `<defs>${fade('left', [0, 0], [1, 0], [0, '#0a1512'], [1, '#2d5a49'])}${fade('right', [1, 0], [0, 0], [0, '#0a1512'], [1, '#2d5a49'])}${fade('floor', [0, 1], [0, 0], [0, '#070f0c'], [0.6, '#1c3a30'], [1, '#6fb894'])}${fade('roof', [0, 0], [0, 1], [0, '#040908'], [1, '#1d3a31'])}${glow('lamp', [0, '#fff8d8', 0.75], [1, '#fff8d8', 0])}${glow('day', [0, '#f8ffe6', 1], [0.25, '#dcffe2', 0.6], [1, '#9fe9c0', 0])}${fade('field', [0, 0], [0, 1], [0, '#fbfff0'], [0.42, '#dffbe0'], [0.5, '#4fb67c'], [1, '#2a8a58'])}${softness('soft', 9)}${softness('haze', 30)}${glow('edge', [0.55, '#000', 0], [1, '#010504', 0.78])}</defs>`,
      shape([near.topLeft, far.topLeft, far.lowLeft, near.lowLeft], { fill: 'url(#left)' }),
      shape([near.topRight, far.topRight, far.lowRight, near.lowRight], { fill: 'url(#right)' }),
      shape([near.topLeft, near.topRight, far.topRight, far.topLeft], { fill: 'url(#roof)' }),
      shape([near.lowLeft, near.lowRight, far.lowRight, far.lowLeft], { fill: 'url(#floor)' }),
      band(180, 250, -1, ink.turf, 0.5),
      band(180, 250, 1, ink.turf, 0.5),
      band(265, 282, -1, ink.chalk, 0.5),
      band(265, 282, 1, ink.chalk, 0.5),
      ...joints,
      ...glints,
      ...lamps,
      box(far.topLeft[0], far.topLeft[1], far.topRight[0] - far.topLeft[0], far.lowLeft[1] - far.topLeft[1], {
        fill: 'url(#field)',
      }),
      line(
        [
          [far.lowLeft[0], 852],
          [far.lowRight[0], 846],
        ],
        { stroke: '#fff', 'stroke-width': 5 },
      ),
      lit('day', [middleX, middleY - 20], 520, 560, 0.75),
      ...[
        [585, 0.9],
        [690, 0.96],
      ].map(([x = 0, size = 1]) => {
        const figure = '#0d231b'
        const y = 968
        return [
          line(
            [
              [x - 11 * size, y],
              [x - 6 * size, y - 62 * size],
            ],
            { stroke: figure, 'stroke-width': 13 * size },
          ),
          line(
            [
              [x + 12 * size, y],
              [x + 6 * size, y - 62 * size],
            ],
            { stroke: figure, 'stroke-width': 13 * size },
          ),
          line(
            [
              [x, y - 70 * size],
              [x, y - 118 * size],
            ],
            { stroke: figure, 'stroke-width': 36 * size },
          ),
          line(
            [
              [x - 20 * size, y - 120 * size],
              [x - 26 * size, y - 66 * size],
            ],
            { stroke: figure, 'stroke-width': 10 * size },
          ),
          line(
            [
              [x + 20 * size, y - 120 * size],
              [x + 26 * size, y - 66 * size],
            ],
            { stroke: figure, 'stroke-width': 10 * size },
          ),
          box(x - 13 * size, y - 172 * size, 26 * size, 30 * size, { rx: 13 * size, fill: figure }),
          shape(
            [
              [x - 14, y],
              [x + 14, y],
              [x + (60 * (x - 640)) / 50, y + 330],
              [x + (60 * (x - 640)) / 50 - 70, y + 330],
            ],
            { fill: '#03100b', opacity: 0.4, filter: 'url(#soft)' },
          ),
        ].join('')
      }),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
