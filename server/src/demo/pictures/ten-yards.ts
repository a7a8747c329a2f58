import type { Random } from '#demo/seeded-random.ts'
import { arc, ground, type Place, straight } from './ground.ts'
import { box, type Drawing, fade, glow, ink, line, lit, type Point, shape, softness } from './ink.ts'

const [width, height] = [1600, 1067]

/** Foam on the grass: where the ball stays, and the line a wall creeps over when nobody looks. */
export function tenYards(random: Random): Drawing {
  const pitch = ground({ from: [34.2, 13.4, 3.3], towards: [34.5, 26.5, 0.75], focal: 1900, width, height })
  const stripes = Array.from({ length: 16 }, (_, index) =>
    pitch.area(
      [
        [-60, index * 5.5],
        [140, index * 5.5],
        [140, index * 5.5 + 5.5],
        [-60, index * 5.5 + 5.5],
      ],
      {
        fill: index % 2 ? '#1f7249' : '#19603d',
      },
    ),
  )
  const foam = (places: readonly Place[], metres: number, thickness: number) =>
    places.flatMap((place) =>
      Array.from({ length: thickness }, () => {
        const spot: Place = [
          place[0] + random.between(-metres, metres),
          place[1] + random.between(-metres, metres),
        ]
        const [x, y] = pitch.at(spot)
        const size = pitch.scaleAt(spot) * random.between(0.014, 0.05)
        return lit('foam', [x, y - size * 0.4], size * 1.25, size * 0.8, random.between(0.75, 1))
      }),
    )
  const wall = straight([31.9, 29.4], [36.9, 29.9], 4)
  const player = (place: Place, index: number) => {
    const [x, y] = pitch.at(place)
    const m = pitch.scaleAt(place)
    const tall = 1 + ((index * 7) % 3) * 0.035
    const at = (dx: number, up: number): Point => [x + dx * m, y - up * m * tall]
    const skin = ['#d9b79a', '#8d5f43', '#c99a77', '#6f4a35', '#e2c3a8'][index % 5] ?? '#c99a77'
    return [
      ...[
        [-1.9, 0.9],
        [2.1, 0.8],
      ].map(([dx = 0, dy = 0]) =>
        shape(
          [at(-0.2, 0), at(0.2, 0), [x + (dx + 0.28) * m, y - dy * m], [x + (dx - 0.28) * m, y - dy * m]],
          { fill: '#03140c', opacity: 0.3, filter: 'url(#soft)' },
        ),
      ),
      line([at(-0.14, 0.05), at(-0.1, 0.9)], { stroke: skin, 'stroke-width': 0.17 * m }),
      line([at(0.14, 0.05), at(0.1, 0.9)], { stroke: skin, 'stroke-width': 0.17 * m }),
      line([at(-0.14, 0.06), at(-0.13, 0.44)], { stroke: '#c93a38', 'stroke-width': 0.18 * m }),
      line([at(0.14, 0.06), at(0.13, 0.44)], { stroke: '#c93a38', 'stroke-width': 0.18 * m }),
      shape([at(-0.27, 0.66), at(0.27, 0.66), at(0.22, 1.02), at(-0.22, 1.02)], { fill: '#f4f4ec' }),
      shape([at(-0.22, 0.98), at(0.22, 0.98), at(0.27, 1.46), at(-0.27, 1.46)], { fill: ink.dismissal }),
      line([at(-0.28, 1.4), at(-0.3, 1.1), at(-0.05, 0.9)], { stroke: skin, 'stroke-width': 0.12 * m }),
      line([at(0.28, 1.4), at(0.3, 1.1), at(0.05, 0.88)], { stroke: skin, 'stroke-width': 0.12 * m }),
      line([at(-0.29, 1.42), at(-0.31, 1.2)], { stroke: ink.dismissal, 'stroke-width': 0.16 * m }),
      line([at(0.29, 1.42), at(0.31, 1.2)], { stroke: ink.dismissal, 'stroke-width': 0.16 * m }),
      `<ellipse cx="${at(0, 0)[0].toFixed(1)}" cy="${at(0, 1.66)[1].toFixed(1)}" rx="${(0.12 * m).toFixed(1)}" ry="${(0.155 * m).toFixed(1)}" fill="${skin}"/>`,
    ].join('')
  }
  const [ballX, ballY] = pitch.at([33.5, 20.4, 0.11])
  const ball = pitch.scaleAt([33.5, 20.4]) * 0.11
  const horizon = pitch.at([34, 400])[1]
  return {
    width,
    height,
    body: [
      `<defs>${fade('night', [0, 0], [0, 1], [0, '#050c0a'], [1, '#12382c'])}${glow('foam', [0, '#fff', 1], [0.7, '#f4f6ef', 0.9], [1, '#dfe7df', 0])}${glow('pool', [0, '#f4ffdc', 0.42], [1, '#cfffd0', 0])}${glow('ball', [0, '#fff'], [0.6, '#eef1e8'], [1, '#8e9b93'])}${glow('lamp', [0, '#fffde8', 0.9], [0.2, '#dfffe4', 0.3], [1, '#9fe9c0', 0])}${glow('edge', [0.7, '#000', 0], [1, '#010605', 0.55])}${softness('soft', 5)}</defs>`,
      box(0, 0, width, height, { fill: 'url(#night)' }),
      ...Array.from({ length: 900 }, () =>
        box(random.between(0, width), random.between(horizon - 190, horizon - 8), 5, 6, {
          fill: random.pick([ink.chalk, ink.muted, ink.dismissal, ink.caution, ink.blue]),
          opacity: random.between(0.04, 0.28),
        }),
      ),
      lit('lamp', [190, 60], 420),
      lit('lamp', [1440, 40], 460),
      pitch.area(
        [
          [-120, -60],
          [220, -60],
          [220, 300],
          [-120, 300],
        ],
        { fill: '#19603d' },
      ),
      ...stripes,
      lit('pool', [800, 720], 1000, 460),
      pitch.paint(straight([-40, 52.5], [120, 52.5], 50), { fill: ink.chalk, opacity: 0.7 }, 0.12),
      ...foam(straight([31.1, 28.9], [37.8, 29.45], 150), 0.06, 9),
      ...wall.map(player),
      ...foam(arc([33.5, 20.4], 0.4, 20, 160, 80), 0.026, 12),

      shape(
        arc([ballX + ball * 1.5, ballY + ball * 0.92], ball * 1.6, 0, 360, 24).map(([x, y]): Point => [
          x,
          ballY + ball * 0.92 + (y - ballY - ball * 0.92) * 0.22,
        ]),
        { fill: '#03140c', opacity: 0.5, filter: 'url(#soft)' },
      ),
      `<circle cx="${ballX.toFixed(1)}" cy="${ballY.toFixed(1)}" r="${ball.toFixed(1)}" fill="url(#ball)"/>`,
      line(
        [
          [ballX - ball * 0.9, ballY - ball * 0.1],
          [ballX - ball * 0.2, ballY + ball * 0.25],
          [ballX + ball * 0.85, ballY - ball * 0.3],
        ],
        { stroke: '#2d3c36', 'stroke-width': ball * 0.1, opacity: 0.65 },
      ),
      line(
        [
          [ballX - ball * 0.2, ballY + ball * 0.25],
          [ballX - ball * 0.1, ballY + ball * 0.95],
        ],
        { stroke: '#2d3c36', 'stroke-width': ball * 0.1, opacity: 0.65 },
      ),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
