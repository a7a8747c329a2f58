import type { Random } from '#demo/seeded-random.ts'
import { arc, ground, type Place, straight } from './ground.ts'
import { box, type Drawing, fade, glow, ink, line, lit, shape, softness } from './ink.ts'

const [width, height] = [1600, 900]

/** The line nobody sees from the stand: the second-last opponent, the attacker beside him, and thirty centimetres. */
export function offsideLine(random: Random): Drawing {
  const pitch = ground({ from: [-13, 29, 8.2], towards: [17, 23.4, -1], focal: 1850, width, height })
  const stripes = Array.from({ length: 14 }, (_, index) =>
    pitch.area(
      [
        [-40, index * 5.5 - 11],
        [140, index * 5.5 - 11],
        [140, index * 5.5 - 5.5],
        [-40, index * 5.5 - 5.5],
      ],
      {
        fill: index % 2 ? '#237c50' : '#1c6641',
      },
    ),
  )
  const line23 = 21.4
  const person = (place: Place, shirt: string, shorts: string, lean = 0) => {
    const [x, y] = pitch.at(place)
    const m = pitch.scaleAt(place)
    const limb = (
      from: readonly [number, number],
      to: readonly [number, number],
      stroke: string,
      thick: number,
    ) =>
      line(
        [
          [x + from[0] * m, y - from[1] * m],
          [x + to[0] * m, y - to[1] * m],
        ],
        { stroke, 'stroke-width': thick * m },
      )
    return [
      shape(
        [
          [x - 0.1 * m, y],
          [x + 0.25 * m, y - 0.02 * m],
          [x + 2.7 * m, y + 0.62 * m],
          [x + 2.2 * m, y + 0.74 * m],
        ],
        { fill: '#04150d', opacity: 0.42, filter: 'url(#soft)' },
      ),
      limb([-0.24 + lean, 0.02], [0, 0.86], '#d9b79a', 0.16),
      limb([0.3 + lean * 0.4, 0.04], [0.02, 0.86], '#d9b79a', 0.16),
      limb([-0.24 + lean, 0.02], [-0.12 + lean * 0.5, 0.42], shirt, 0.17),
      limb([0.3 + lean * 0.4, 0.04], [0.16 + lean * 0.2, 0.42], shirt, 0.17),
      limb([0, 0.72], [lean * 0.3, 0.98], shorts, 0.4),
      limb([lean * 0.35, 1.02], [lean, 1.42], shirt, 0.46),
      limb([lean, 1.42], [lean - 0.42, 1.06], shirt, 0.14),
      limb([lean, 1.42], [lean + 0.4, 1.12], shirt, 0.14),
      `<circle cx="${(x + lean * 1.25 * m).toFixed(1)}" cy="${(y - 1.76 * m).toFixed(1)}" r="${(0.155 * m).toFixed(1)}" fill="#d9b79a"/>`,
    ].join('')
  }
  const [ax] = pitch.at([0, line23])
  return {
    width,
    height,
    body: [
      `<defs>${fade('sky', [0, 0], [0, 1], [0, '#07110e'], [1, '#173a30'])}${fade('wall', [0, 0], [0, 1], [0, ink.blue, 0.02], [1, ink.blue, 0.42])}${glow('pool', [0, '#f6ffdf', 0.36], [1, '#cfffd0', 0])}${glow('edge', [0.5, '#000', 0], [1, '#010605', 0.7])}${softness('soft', 4)}${softness('bloom', 7)}</defs>`,
      box(0, 0, width, height, { fill: 'url(#sky)' }),
      ...Array.from({ length: 900 }, () =>
        box(random.between(0, width), random.between(20, 176), 4, 5, {
          fill: random.pick([ink.chalk, ink.muted, ink.caution, ink.blue]),
          opacity: random.between(0.03, 0.22),
        }),
      ),
      pitch.area(
        [
          [-60, -40],
          [160, -40],
          [160, 140],
          [-60, 140],
        ],
        { fill: '#1c6641' },
      ),
      ...stripes,
      lit('pool', [760, 560], 900, 380),
      ...[
        straight([0, 0], [0, 105], 50),
        straight([68, 0], [68, 105], 50),
        straight([0, 0], [68, 0]),
        straight([13.84, 0], [13.84, 16.5]),
        straight([13.84, 16.5], [54.16, 16.5]),
        straight([54.16, 16.5], [54.16, 0]),
        straight([24.84, 0], [24.84, 5.5]),
        straight([24.84, 5.5], [43.16, 5.5]),
        arc([34, 11], 9.15, 37, 143),
      ].map((places) => pitch.paint(places, { fill: ink.chalk, opacity: 0.9 }, 0.13)),
      pitch.area(
        [
          [0, line23],
          [68, line23],
          [68, line23, 2.5],
          [0, line23, 2.5],
        ],
        { fill: 'url(#wall)' },
      ),
      pitch.paint(
        straight([0, line23], [68, line23], 40),
        { fill: ink.blue, filter: 'url(#bloom)', opacity: 0.9 },
        0.5,
      ),
      pitch.paint(straight([0, line23], [68, line23], 40), { fill: '#d9f1ff' }, 0.12),
      person([49, 26.5], ink.dismissal, '#f4f4ec', -0.1),
      person([40, 22.6], ink.chalk, '#0b1511', 0.05),
      person([31, 24.6], ink.dismissal, '#f4f4ec', 0.1),
      person([24.5, line23 + 0.12], ink.chalk, '#0b1511', 0.12),
      person([15.5, line23 - 0.3], ink.dismissal, '#f4f4ec', -0.22),
      person([9, 27.8], ink.chalk, '#0b1511', 0),
      line(
        [
          [ax, 0],
          [ax, 1],
        ],
        { stroke: ink.blue, 'stroke-width': 1, opacity: 0 },
      ),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
