import type { Random } from '#demo/seeded-random.ts'
import { arc } from './ground.ts'
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

const turn = (angle: number, radius: number): Point => [
  radius * Math.sin((angle * Math.PI) / 180),
  -radius * Math.cos((angle * Math.PI) / 180),
]

const sector = (from: number, to: number, radius: number) => [
  [0, 0] as Point,
  ...arc([0, 0], radius, from * 6 - 90, to * 6 - 90, 40).map(([x, y]): Point => [x, y]),
]

const watch = (x: number, y: number, tilt: number, minutes: number, colour: string, added: number) => {
  const ticks = Array.from({ length: 60 }, (_, index) => {
    const isFive = index % 5 === 0
    return line([turn(index * 6, isFive ? 222 : 240), turn(index * 6, 258)], {
      stroke: isFive ? ink.chalk : ink.muted,
      'stroke-width': isFive ? 9 : 3,
    })
  })
  return group(
    { transform: `translate(${x} ${y}) rotate(${tilt})` },
    box(-118, -640, 236, 1280, { rx: 30, fill: '#020806', opacity: 0.55, filter: 'url(#deep)' }),
    box(-126, -660, 252, 420, { rx: 26, fill: 'url(#strap)' }),
    box(-126, 240, 252, 420, { rx: 26, fill: 'url(#strap)' }),
    ...[430, 480, 530, 580].map((hole) => circle([0, hole], 11, { fill: '#050a08' })),
    circle([12, 20], 326, { fill: '#000', opacity: 0.6, filter: 'url(#deep)' }),
    box(304, -34, 44, 68, { rx: 12, fill: 'url(#steel)' }),
    circle([0, 0], 318, { fill: 'url(#steel)' }),
    circle([0, 0], 290, { fill: '#0a120f' }),
    circle([0, 0], 280, { fill: 'url(#dial)' }),
    shape(sector(0, minutes, 206), { fill: colour, opacity: 0.17 }),
    added > 0 ? shape(sector(45, 45 + added, 206), { fill: ink.dismissal, opacity: 0.85 }) : '',
    ...ticks,
    line([turn(270, 196), turn(270, 262)], { stroke: colour, 'stroke-width': 15 }),
    circle([0, 108], 58, { fill: '#0a120f', stroke: '#33453f', 'stroke-width': 4 }),
    ...Array.from({ length: 12 }, (_, index) =>
      line(
        [turn(index * 30, 46), turn(index * 30, 52)].map(([px, py]): Point => [px, py + 108]),
        { stroke: ink.muted, 'stroke-width': 3 },
      ),
    ),
    line(
      [
        [0, 108],
        [turn(212, 40)[0], turn(212, 40)[1] + 108],
      ],
      { stroke: ink.caution, 'stroke-width': 5 },
    ),
    line([turn(minutes * 6 + 180, 40), turn(minutes * 6, 186)], { stroke: ink.chalk, 'stroke-width': 15 }),
    line([turn(138 + 180 + tilt, 60), turn(138 + tilt, 236)], { stroke: colour, 'stroke-width': 5 }),
    circle([0, 0], 17, { fill: colour }),
    circle([0, 0], 6, { fill: '#0a120f' }),
    shape([turn(-62, 274), turn(-30, 274), turn(128, 150), turn(150, 200), turn(200, 60)], {
      fill: '#fff',
      opacity: 0.055,
    }),
  )
}

/** Two watches: one runs with the match, one stops with it, and the difference goes up on a board. */
export function twoWatches(random: Random): Drawing {
  const weave = Array.from({ length: 134 }, (_, index) =>
    line(
      [
        [index * 12, 0],
        [index * 12, height],
      ],
      { stroke: index % 2 ? '#0d1a15' : '#162a22', 'stroke-width': 5, opacity: random.between(0.35, 0.7) },
    ),
  )
  return {
    width,
    height,
    grain: 0.2,
    body: [
      `<defs>${fade('strap', [0, 0], [1, 0], [0, '#0b1210'], [0.3, '#29352f'], [0.7, '#1b2520'], [1, '#080d0b'])}${fade('steel', [0, 0], [1, 1], [0, '#f2f4f2'], [0.35, '#7f8b86'], [0.6, '#d9dedb'], [1, '#4a5651'])}${glow('dial', [0, '#1d2b26'], [0.8, '#121f1a'], [1, '#0a120f'])}${glow('lamp', [0, '#f4ffe6', 0.3], [1, '#f4ffe6', 0])}${glow('edge', [0.5, '#000', 0], [1, '#010605', 0.75])}${softness('deep', 24)}</defs>`,
      box(0, 0, width, height, { fill: '#111f19' }),
      ...weave,
      lit('lamp', [700, 380], 980, 700),
      watch(500, 560, -11, 45, ink.turf, 0),
      watch(1130, 500, 9, 38.5, ink.caution, 6.5),
      lit('lamp', [560, 300], 620, 420, 0.7),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
