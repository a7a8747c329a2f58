import type { Random } from '#demo/seeded-random.ts'
import { arc, pitchLines, type Place } from './ground.ts'
import { box, circle, type Drawing, fade, glow, group, ink, line, lit, type Point, softness } from './ink.ts'

const [width, height] = [1600, 1067]
const scale = 13.2
const onBoard = ([x, y]: Place): Point => [107 + y * scale, 84 + x * scale]

/** The dressing-room board before kick-off: the referee's diagonal, and who watches which half. */
export function tacticsBoard(random: Random): Drawing {
  const chalked = (points: readonly Point[], colour: string, thickness: number) => {
    const wobbly = points.map(([x, y]): Point => [
      x + random.between(-1.1, 1.1),
      y + random.between(-1.1, 1.1),
    ])
    return [
      line(wobbly, { stroke: colour, 'stroke-width': thickness, opacity: 0.55 }),
      line(wobbly, {
        stroke: colour,
        'stroke-width': thickness * 0.55,
        opacity: 0.8,
        'stroke-dasharray': `${random.whole(9, 30)} ${random.whole(1, 3)} ${random.whole(3, 14)} 2`,
      }),
    ].join('')
  }
  const diagonal = Array.from({ length: 70 }, (_, step): Place => {
    const along = step / 69
    return [12 + 44 * along + 8 * Math.sin(along * Math.PI * 2), 88 - 71 * along]
  })
  const arrow = (tip: Point, angle: number, colour: string) =>
    chalked(
      [-1, 0, 1].map((side): Point =>
        side === 0
          ? tip
          : [tip[0] + 30 * Math.cos(angle + side * 2.6), tip[1] + 30 * Math.sin(angle + side * 2.6)],
      ),
      colour,
      7,
    )
  const cross = ([x, y]: Point) =>
    chalked(
      [
        [x - 17, y - 17],
        [x + 17, y + 17],
      ],
      ink.chalk,
      6,
    ) +
    chalked(
      [
        [x + 17, y - 17],
        [x - 17, y + 17],
      ],
      ink.chalk,
      6,
    )
  const ring = ([x, y]: Point) =>
    chalked(
      arc([x, y], 19, 20, 372, 30).map(([px, py]): Point => [px, py]),
      ink.turf,
      6,
    )
  const blues: Place[] = [
    [34, 6],
    [14, 20],
    [27, 17],
    [41, 17],
    [54, 21],
    [20, 37],
    [34, 33],
    [48, 38],
    [13, 52],
    [35, 48],
    [56, 51],
  ]
  const greens: Place[] = [
    [34, 99],
    [13, 84],
    [27, 88],
    [42, 87],
    [55, 83],
    [25, 70],
    [43, 71],
    [34, 62],
    [10, 62],
    [58, 63],
    [31, 55],
  ]
  const dust = Array.from({ length: 36 }, () =>
    lit(
      'dust',
      [random.between(0, width), random.between(0, height)],
      random.between(120, 330),
      random.between(30, 90),
      random.between(0.04, 0.16),
    ),
  )
  const first = diagonal.map(onBoard)
  return {
    width,
    height,
    grain: 0.3,
    body: [
      `<defs>${fade('board', [0, 0], [1, 1], [0, '#1d4534'], [0.5, '#163a2b'], [1, '#0e2820'])}${glow('dust', [0, '#fff', 0.5], [1, '#fff', 0])}${glow('edge', [0.55, '#000', 0], [1, '#010605', 0.62])}${softness('soft', 8)}</defs>`,
      box(0, 0, width, height, { fill: 'url(#board)' }),
      ...dust,
      ...pitchLines().map((places) => chalked(places.map(onBoard), ink.chalk, 5)),
      ...blues.map((place) => cross(onBoard(place))),
      ...greens.map((place) => ring(onBoard(place))),
      chalked(first, ink.caution, 11),
      arrow(first.at(-1) ?? [0, 0], -0.55 + Math.PI, ink.caution),
      arrow(first[0] ?? [0, 0], -0.5, ink.caution),
      ...[
        [71.2, 52.5, 104],
        [-3.2, 1, 52.5],
      ].flatMap(([x = 0, from = 0, to = 0]) => [
        chalked([onBoard([x, from]), onBoard([x, (from + to) / 2]), onBoard([x, to])], ink.blue, 8),
      ]),
      group(
        {},
        circle(onBoard([38, 50]), 30, { fill: '#02100a', opacity: 0.5, filter: 'url(#soft)' }),
        circle(onBoard([37.4, 49.6]), 26, { fill: ink.caution }),
        circle(onBoard([37.1, 49.3]), 17, { fill: '#fff3b0', opacity: 0.5 }),
      ),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
