import type { Random } from '#demo/seeded-random.ts'
import { ground, type Place, straight } from './ground.ts'
import { box, type Drawing, fade, glow, ink, line, lit, type Point, shape, softness } from './ink.ts'

const [width, height] = [1600, 1067]

/** A council pitch at seven on a Sunday: one goal, one net, frost, and nobody to thank you for it. */
export function goalAtDawn(random: Random): Drawing {
  const pitch = ground({ from: [-3.6, -9.8, 1.35], towards: [1.1, 0, 1.75], focal: 1240, width, height })
  const horizon = pitch.at([0, 600])[1]
  const half = 3.66
  const bar = 2.44
  const back = 1.9
  const posts: Place[][] = [
    [
      [-half, 0, 0],
      [-half, 0, bar],
    ],
    [
      [half, 0, 0],
      [half, 0, bar],
    ],
  ]
  const thread = { stroke: '#f2f3e8', 'stroke-width': 1.5, opacity: 0.5 }
  const sag = (x: number) => 0.1 * Math.cos((x / half) * Math.PI * 2.5)
  const net: string[] = []
  for (let step = 0; step <= 36; step += 1) {
    const x = -half + (step / 36) * half * 2
    net.push(
      line(
        [
          pitch.at([x, 0.05, bar]),
          pitch.at([x, 0.8, bar - 0.06 + sag(x) * 0.5]),
          pitch.at([x, back * 0.8, bar * 0.55 + sag(x)]),
          pitch.at([x, back, 0]),
        ],
        thread,
      ),
    )
  }
  for (let row = 0; row <= 13; row += 1) {
    const share = row / 13
    net.push(
      line(
        straight([-half, 0], [half, 0], 40).map(([x]) =>
          pitch.at([
            x,
            0.8 + (back - 0.8) * share,
            (bar - 0.06) * (1 - share) + sag(x) * (1 - share) * Math.min(1, share * 3 + 0.4),
          ]),
        ),
        thread,
      ),
    )
  }
  for (const side of [-half, half])
    for (let row = 0; row <= 12; row += 1) {
      const z = (bar * row) / 12
      net.push(line([pitch.at([side, 0, z]), pitch.at([side, back - (back - 0.8) * (row / 12), z])], thread))
    }
  const hills = (base: number, rise: number, fill: string, name: number) => {
    const points: Point[] = Array.from({ length: 81 }, (_, step) => [
      step * 20,
      base - rise * (0.5 + 0.3 * Math.sin(step * 0.17 + name) + 0.2 * Math.sin(step * 0.41 + name * 3)),
    ])
    return shape([[0, horizon + 20], ...points, [width, horizon + 20]], { fill })
  }
  const trees = Array.from({ length: 90 }, () => {
    const x = random.between(-20, width + 20)
    const tall = random.between(16, 66)
    return lit('tree', [x, horizon - tall * 0.42], random.between(10, 30), tall * 0.62)
  })
  const frost = Array.from({ length: 3400 }, () => {
    const share = random.next() ** 2.2
    const y = horizon + 6 + share * (height - horizon)
    const x = random.between(0, width)
    return line(
      [
        [x, y],
        [x + random.between(-2, 2), y - 2 - share * 17],
      ],
      {
        stroke: random.pick(['#e9f3ec', '#c8dccf', '#ffe6c8', '#7fae93']),
        'stroke-width': 0.8 + share * 1.6,
        opacity: random.between(0.12, 0.55),
      },
    )
  })
  const white = (places: readonly Place[], thick: number) => {
    const [a, b] = places.map((place) => pitch.at(place))
    return a && b
      ? line([a, b], { stroke: '#f7f4e8', 'stroke-width': thick }) +
          line(
            [
              [a[0] + thick * 0.3, a[1]],
              [b[0] + thick * 0.3, b[1]],
            ],
            { stroke: '#8d8f94', 'stroke-width': thick * 0.35, opacity: 0.6 },
          )
      : ''
  }
  return {
    width,
    height,
    body: [
      `<defs>${fade('sky', [0, 0], [0, 1], [0, '#1b3350'], [0.36, '#55688a'], [0.62, '#c98f86'], [0.82, '#f6b96b'], [1, '#ffe3a3'])}${glow('sun', [0, '#fffbe6', 1], [0.07, '#fff0b8', 0.95], [0.09, '#ffe09a', 0.55], [0.4, '#ffc069', 0.22], [1, '#ffc069', 0])}${fade('grass', [0, 0], [0, 1], [0, '#b9b08a'], [0.1, '#6f9a78'], [0.5, '#2f6a4d'], [1, '#16412f'])}${glow('tree', [0, '#22382f', 1], [0.75, '#22382f', 0.92], [1, '#22382f', 0])}${fade('mist', [0, 0], [0, 1], [0, '#ffe6c4', 0], [0.5, '#ffe6c4', 0.6], [1, '#ffe6c4', 0])}${glow('light', [0, '#ffdf9a', 0.5], [1, '#ffdf9a', 0])}${softness('soft', 5)}</defs>`,
      box(0, 0, width, horizon + 8, { fill: 'url(#sky)' }),
      ...Array.from({ length: 9 }, (_, index) =>
        lit(
          'light',
          [random.between(0, width), 110 + index * 38],
          random.between(240, 560),
          random.between(6, 16),
          0.55,
        ),
      ),
      lit('sun', [1130, horizon - 74], 620),
      hills(horizon, 96, '#6d7a86', 1),
      hills(horizon, 58, '#4b6165', 4),
      ...trees,
      box(0, horizon - 2, width, height - horizon + 2, { fill: 'url(#grass)' }),
      box(0, horizon - 58, width, 120, { fill: 'url(#mist)' }),
      lit('light', [1130, horizon + 150], 420, 230),
      pitch.paint(straight([-40, 0], [40, 0], 60), { fill: '#f7f4e8', opacity: 0.72 }, 0.12),
      pitch.paint(straight([-9.16, 0], [-9.16, -5.5]), { fill: '#f7f4e8', opacity: 0.6 }, 0.12),
      pitch.paint(straight([9.16, 0], [9.16, -5.5]), { fill: '#f7f4e8', opacity: 0.6 }, 0.12),
      pitch.paint(straight([-9.16, -5.5], [9.16, -5.5]), { fill: '#f7f4e8', opacity: 0.6 }, 0.12),
      ...posts.map(([foot]) =>
        foot
          ? pitch.area(
              [
                [foot[0] - 0.06, 0],
                [foot[0] + 0.06, 0],
                [foot[0] - 2.6, -7.5],
                [foot[0] - 2.9, -7.5],
              ],
              { fill: '#0c2a1d', opacity: 0.4, filter: 'url(#soft)' },
            )
          : '',
      ),
      ...frost,
      ...net,
      ...posts.map((places) => white(places, 17)),
      white(
        [
          [-half, 0, bar],
          [half, 0, bar],
        ],
        16,
      ),
      line([pitch.at([-half, 0, bar]), pitch.at([-half, 0.8, bar])], {
        stroke: ink.chalk,
        'stroke-width': 6,
      }),
    ].join(''),
  }
}
