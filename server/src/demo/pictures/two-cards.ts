import type { Random } from '#demo/seeded-random.ts'
import { box, type Drawing, fade, glow, group, ink, line, lit, type Point, softness } from './ink.ts'

const [width, height] = [1600, 1200]

const card = (x: number, y: number, turn: number, fill: string, shine: string) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    box(-186, -254, 400, 548, { rx: 26, fill: '#02100a', opacity: 0.55, filter: 'url(#deep)' }),
    box(-200, -275, 400, 550, { rx: 26, fill }),
    box(-200, -275, 400, 550, { rx: 26, fill: `url(#${shine})` }),
    box(-198, -273, 396, 546, {
      rx: 24,
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 3,
      opacity: 0.28,
    }),
    line(
      [
        [-196, 40],
        [-60, 18],
        [196, -8],
      ],
      { stroke: '#000', 'stroke-width': 3, opacity: 0.07 },
    ),
    line(
      [
        [-196, 43],
        [-60, 21],
        [196, -5],
      ],
      { stroke: '#fff', 'stroke-width': 3, opacity: 0.2 },
    ),
  )

/** A yellow and a red card on the page of a match notebook, with the pencil that decides which. */
export function twoCards(random: Random): Drawing {
  const scribble = (x: number, y: number, length: number): Point[] =>
    Array.from({ length: Math.round(length / 9) }, (_, step) => [
      x + step * 9,
      y + Math.sin(step * 1.9) * random.between(3, 11) + random.between(-2, 2),
    ])
  const rows = Array.from({ length: 13 }, (_, row) => {
    const y = 118 + row * 84
    const written = [1, 2, 4, 5, 7, 9].includes(row)
      ? [
          line(scribble(770, y - 22, random.between(70, 90)), {
            stroke: '#2b3d4b',
            'stroke-width': 4,
            opacity: 0.75,
          }),
          line(scribble(920, y - 22, random.between(180, 420)), {
            stroke: '#2b3d4b',
            'stroke-width': 4,
            opacity: 0.75,
          }),
        ]
      : []
    return [
      line(
        [
          [660, y],
          [1600, y],
        ],
        { stroke: '#8fa9a0', 'stroke-width': 2, opacity: 0.5 },
      ),
      ...written,
    ].join('')
  })
  return {
    width,
    height,
    grain: 0.2,
    body: [
      `<defs>${softness('deep', 22)}${fade('shineA', [0, 0], [1, 1], [0, '#fff6bd', 0.75], [0.42, '#fff', 0], [1, '#a86f00', 0.45])}${fade('shineB', [0, 0], [1, 1], [0, '#ffb0a4', 0.7], [0.42, '#fff', 0], [1, '#730f19', 0.5])}${fade('page', [0, 0], [1, 1], [0, '#f7f5e6'], [1, '#cfd6c6'])}${glow('lamp', [0, '#fffbe0', 0.5], [1, '#fffbe0', 0])}${glow('dark', [0.45, '#000', 0], [1, '#020806', 0.75])}${fade('wood', [0, 0], [0, 1], [0, '#ffd76a'], [0.5, '#f0b81e'], [1, '#a77400'])}</defs>`,
      box(0, 0, width, height, { fill: '#12231d' }),
      ...Array.from({ length: 90 }, (_, index) =>
        line(
          [
            [index * 20 - 300, 0],
            [index * 20 - 60, height],
          ],
          { stroke: index % 2 ? '#0d1b16' : '#18302a', 'stroke-width': 6, opacity: 0.55 },
        ),
      ),
      group(
        { transform: 'rotate(-7 1100 600)' },
        box(640, -120, 1300, 1500, { fill: '#020a07', opacity: 0.6, filter: 'url(#deep)' }),
        box(620, -140, 1300, 1500, { rx: 8, fill: 'url(#page)' }),
        line(
          [
            [740, -140],
            [740, 1360],
          ],
          { stroke: ink.dismissal, 'stroke-width': 3, opacity: 0.6 },
        ),
        ...rows,
      ),
      card(520, 560, -13, ink.dismissal, 'shineB'),
      card(770, 640, 6, ink.caution, 'shineA'),
      group(
        { transform: 'translate(1230 930) rotate(-24)' },
        box(-250, -10, 560, 46, { rx: 10, fill: '#02100a', opacity: 0.5, filter: 'url(#deep)' }),
        box(-220, -19, 470, 38, { fill: 'url(#wood)' }),
        box(250, -19, 34, 38, { fill: '#c5cdc8' }),
        box(284, -19, 40, 38, { rx: 9, fill: '#d8727a' }),
        `<path d="M-220 -19L-300 0L-220 19Z" fill="#ecd9ae"/><path d="M-276 -6L-300 0L-276 6Z" fill="#20262b"/>`,
      ),
      lit('lamp', [640, 330], 900, 640),
      box(0, 0, width, height, { fill: 'url(#dark)' }),
    ].join(''),
  }
}
