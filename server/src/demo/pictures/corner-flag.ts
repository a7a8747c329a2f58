import type { Random } from '#demo/seeded-random.ts'
import { arc, ground, straight } from './ground.ts'
import { box, circle, type Drawing, fade, glow, ink, lit, softness } from './ink.ts'

const [width, height] = [1600, 1067]

const wave = (along: number) => 14 * Math.sin(along * 5.2) * along

const bulbs = [-34, -12, 10, 32].flatMap((dx) => [[dx, -14] as const, [dx, 8] as const])

/** The corner of a pitch at night: quarter arc, flag, and the four shadows every thing has under four masts. */
export function cornerFlag(random: Random): Drawing {
  const pitch = ground({ from: [-2.7, -3.3, 1.75], towards: [2.4, 4, 0.75], focal: 1250, width, height })
  const horizon = pitch.at([300, 460])[1]
  const mown = Array.from({ length: 10 }, (_, index) => {
    const near = index * 5.5
    return pitch.area(
      [
        [0, near],
        [90, near],
        [90, near + 5.5],
        [0, near + 5.5],
      ],
      {
        fill: index % 2 ? ink.grass : '#237a4f',
      },
    )
  })
  const shadows = [38, 118, 205, 292].map((angle, index) => {
    const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const reach = 2.1 + index * 0.25
    return pitch.area(
      [
        [-0.02 * y, 0.02 * x],
        [x * reach - 0.05 * y, y * reach + 0.05 * x],
        [x * reach + 0.3 * y, y * reach - 0.3 * x],
        [x * (reach - 0.62) + 0.03 * y, y * (reach - 0.62) - 0.03 * x],
        [0.02 * y, -0.02 * x],
      ],
      { fill: '#04100b', opacity: 0.34, filter: 'url(#soft)' },
    )
  })
  const [footX, footY] = pitch.at([0, 0])
  const [topX, topY] = pitch.at([0, 0, 1.5])
  const edge = (from: number, to: number, drop: number) =>
    Array.from({ length: 13 }, (_, step) => {
      const along = from + ((to - from) * step) / 12
      return `${(topX + 6 + along * 218).toFixed(1)},${(topY + drop * (1 - along * 0.12) + wave(along) + along * 16).toFixed(1)}`
    })
  const flag = `<polygon points="${[...edge(0, 1, 4), ...edge(1, 0, 160)].join(' ')}"`
  const stand = Array.from({ length: 520 }, () => {
    const x = random.between(0, width)
    return circle([x, horizon - random.between(6, 118)], random.between(0.8, 2.3), {
      fill: random.pick([ink.chalk, ink.caution, ink.muted, ink.blue]),
      opacity: random.between(0.06, 0.34),
    })
  })
  const lamps = [
    [250, 120],
    [1330, 92],
  ] as const
  return {
    width,
    height,
    body: [
      `<defs>${fade('sky', [0, 0], [0, 1], [0, '#060d0b'], [1, '#12322a'])}${glow('halo', [0, '#fbffef', 0.95], [0.08, '#eafbe0', 0.5], [0.35, '#9fe6c2', 0.14], [1, '#9fe6c2', 0])}${glow('pool', [0, '#eaffd9', 0.42], [0.6, '#9fe6a2', 0.1], [1, '#9fe6a2', 0])}${fade('cloth', [0, 0], [1, 0.2], [0, '#fff0a0'], [0.3, ink.caution], [0.55, '#d8a91f'], [0.8, ink.caution], [1, '#c99412'])}${fade('dusk', [0, 0], [0, 1], [0, '#04100b', 0], [1, '#030a07', 0.9])}${fade('pole', [0, 0], [1, 0], [0, '#ffffff'], [0.5, '#d9ddd4'], [1, '#7d8a83'])}${softness('soft', 3)}</defs>`,
      box(0, 0, width, height, { fill: 'url(#sky)' }),
      box(0, horizon - 132, width, 140, { fill: '#0a1b16' }),
      ...stand,
      box(0, horizon - 2, width, 14, { fill: '#06120d' }),
      pitch.area(
        [
          [-60, -60],
          [160, -60],
          [160, 260],
          [-60, 260],
        ],
        { fill: ink.grassDark },
      ),
      ...mown,
      lit('pool', [1000, 700], 900, 330),
      ...shadows,
      pitch.paint(straight([0, 0], [0, 105], 60), { fill: ink.chalk }),
      pitch.paint(straight([0, 0], [68, 0], 60), { fill: ink.chalk }),
      pitch.paint(arc([0, 0], 1, 0, 90), { fill: ink.chalk }),
      `<polygon points="${footX - 7},${footY} ${footX + 7},${footY} ${topX + 5},${topY} ${topX - 5},${topY}" fill="url(#pole)"/>`,
      `${flag} fill="url(#cloth)"/>`,
      circle([topX, topY], 9, { fill: ink.chalk }),
      ...lamps.map(([x, y]) =>
        [
          box(x - 5, y, 10, horizon - y - 100, { fill: '#07120e' }),
          lit('halo', [x, y], 420),
          ...bulbs.map(([dx, dy]) => circle([x + dx, y + dy], 8, { fill: '#fdfff2' })),
        ].join(''),
      ),
      box(0, height * 0.62, width, height * 0.38, { fill: 'url(#dusk)' }),
    ].join(''),
  }
}
