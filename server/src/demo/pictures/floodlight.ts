import type { Random } from '#demo/seeded-random.ts'
import { box, type Drawing, fade, glow, group, ink, line, lit, type Point, shape } from './ink.ts'

const [width, height] = [1280, 1600]

const mast = (y: number, side: number): Point => {
  const spread = 26 + (y - 620) * 0.075
  return [640 + (y - 620) * -0.16 + side * spread, y]
}

/** A floodlight mast in drizzle, seen from the foot of it. */
export function floodlight(random: Random): Drawing {
  const lamps: Point[] = []
  for (let row = 0; row < 5; row += 1)
    for (let column = 0; column < 7; column += 1) lamps.push([-270 + column * 90, -170 + row * 85])
  const drizzle = Array.from({ length: 1500 }, () => {
    const [x, y] = [random.between(-100, width), random.between(0, height)]
    const distance = Math.hypot(x - 720, y - 430)
    const length = random.between(14, 46)
    return line(
      [
        [x, y],
        [x - length * 0.22, y + length],
      ],
      {
        stroke: '#e8fff0',
        'stroke-width': random.between(0.8, 2),
        opacity: Math.max(0.03, 0.5 - distance / 1700) * random.between(0.3, 1),
      },
    )
  })
  const lattice = Array.from({ length: 15 }, (_, index) => {
    const [y, next] = [620 + index * 72, 620 + (index + 1) * 72]
    const stroke = { stroke: '#06100d', 'stroke-width': 9 }
    return [
      line([mast(y, -1), mast(next, 1)], stroke),
      line([mast(y, 1), mast(next, -1)], stroke),
      line([mast(y, -1), mast(next, -1)], { ...stroke, 'stroke-width': 14 }),
      line([mast(y, 1), mast(next, 1)], { ...stroke, 'stroke-width': 14 }),
    ].join('')
  })
  const beam = (left: number, right: number, opacity: number) =>
    shape(
      [
        [520, 420],
        [900, 380],
        [right, height + 60],
        [left, height + 60],
      ],
      { fill: 'url(#beam)', opacity },
    )
  return {
    width,
    height,
    grain: 0.2,
    body: [
      `<defs>${fade('night', [0, 0], [0.2, 1], [0, '#071312'], [0.55, '#0d2a28'], [1, '#153d33'])}${glow('halo', [0, '#fbffe9', 1], [0.1, '#e9ffe2', 0.62], [0.3, '#9fe9cd', 0.26], [0.62, '#4fa992', 0.08], [1, '#4fa992', 0])}${glow('lens', [0, '#ffffff', 1], [0.4, '#fdffe8', 0.95], [0.62, '#d9ffd9', 0.4], [1, '#d9ffd9', 0])}${fade('beam', [0.5, 0], [0.5, 1], [0, '#e9ffe2', 0.3], [1, '#bff5d8', 0])}${glow('edge', [0.62, '#000', 0], [1, '#010504', 0.5])}</defs>`,
      box(0, 0, width, height, { fill: 'url(#night)' }),
      lit('halo', [720, 430], 1050),
      beam(-420, 760, 0.8),
      beam(180, 1500, 0.65),
      beam(760, 2300, 0.5),
      ...lattice,
      group(
        { transform: 'translate(720 430) rotate(-7) skewX(-5)' },
        box(-340, -238, 680, 470, { rx: 10, fill: '#050d0b' }),
        ...[0, 1, 2, 3, 4, 5].map((row) => box(-352, -222 + row * 85, 704, 9, { fill: '#0e1f1a' })),
        ...lamps.map(([x, y], index) =>
          index === 17 ? box(x - 26, y - 26, 52, 52, { rx: 26, fill: '#1d2b26' }) : lit('lens', [x, y], 66),
        ),
        ...lamps
          .filter((_, index) => index !== 17)
          .map(([x, y]) => box(x - 25, y - 25, 50, 50, { rx: 25, fill: '#fffef4' })),
      ),
      lit('halo', [720, 430], 620, 480, 0.5),
      ...drizzle,
      box(0, 0, width, height, { fill: 'url(#edge)' }),
      lit('lens', [1120, 1360], 60, 60, 0.06),
      line(
        [
          [0, 1560],
          [1280, 1510],
        ],
        { stroke: ink.chalk, 'stroke-width': 3, opacity: 0.12 },
      ),
    ].join(''),
  }
}
