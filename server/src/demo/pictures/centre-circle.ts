import type { Random } from '#demo/seeded-random.ts'
import { arc, ground, pitchLines, type Place, straight } from './ground.ts'
import { box, type Drawing, fade, glow, ink, line, lit, type Point, softness } from './ink.ts'

const [width, height] = [1600, 900]

const field = (margin: number): Place[] => [
  ...straight([-margin, -margin], [-margin, 105 + margin]),
  ...straight([-margin, 105 + margin], [68 + margin, 105 + margin]),
  ...straight([68 + margin, 105 + margin], [68 + margin, -margin]),
  ...straight([68 + margin, -margin], [-margin, -margin]),
]

/** A whole pitch from the gantry, mown in rings around the centre spot, twenty-two people waiting for one signal. */
export function centreCircle(random: Random): Drawing {
  const pitch = ground({ from: [-31, 52.5, 39], towards: [31, 52.5, 0], focal: 1015, width, height })
  const rings = Array.from({ length: 13 }, (_, index) => 13 - index).map((ring) =>
    pitch.area(arc([34, 52.5], ring * 5.05, 0, 360, 90), {
      fill: ring % 2 ? '#1d6843' : '#258455',
      'clip-path': 'url(#field)',
    }),
  )
  const inset: Place[] = [
    [0, 0],
    [68, 0],
    [68, 105],
    [0, 105],
  ]
  const clip = `<clipPath id="field"><path d="M${inset
    .map((corner) =>
      pitch
        .at(corner)
        .map((n) => n.toFixed(1))
        .join(' '),
    )
    .join('L')}Z"/></clipPath>`
  const eleven: Place[] = [
    [34, 3],
    [14, 17],
    [26, 14],
    [42, 14],
    [54, 17],
    [18, 32],
    [34, 30],
    [50, 33],
    [25, 46],
    [43, 45],
    [34, 41],
  ]
  const others = eleven.map(([x, y]): Place => [x + random.between(-2, 2), 105 - y + random.between(-2, 2)])
  const person = (place: Place, shirt: string) => {
    const [x, y] = pitch.at(place)
    const metre = pitch.scaleAt(place)
    const shadows = [
      [-1, -0.8],
      [1, -0.75],
      [-0.9, 0.5],
      [0.95, 0.55],
    ].map(([dx = 0, dy = 0]) =>
      line(
        [
          [x, y],
          [x + dx * metre * 1.9, y + dy * metre * 0.9],
        ],
        { stroke: '#03120c', 'stroke-width': metre * 0.34, opacity: 0.24 },
      ),
    )
    return [
      ...shadows,
      line(
        [
          [x, y - metre * 0.1],
          [x, y - metre * 0.85],
        ],
        { stroke: '#0b1511', 'stroke-width': metre * 0.42 },
      ),
      line(
        [
          [x, y - metre * 0.95],
          [x, y - metre * 1.35],
        ],
        { stroke: shirt, 'stroke-width': metre * 0.62 },
      ),
      `<circle cx="${x.toFixed(1)}" cy="${(y - metre * 1.86).toFixed(1)}" r="${(metre * 0.22).toFixed(1)}" fill="#d9b79a"/>`,
    ].join('')
  }
  const players = [
    ...eleven.map((place) => ({ place, shirt: ink.chalk })),
    ...others.map((place) => ({ place, shirt: ink.dismissal })),
    { place: [30, 51] as Place, shirt: ink.caution },
  ].sort((a, b) => b.place[0] - a.place[0])
  const crowd = Array.from({ length: 1500 }, (): Point => [random.between(0, width), random.between(0, 118)])
  return {
    width,
    height,
    body: [
      `<defs>${clip}${fade('stand', [0, 0], [0, 1], [0, '#050c0a'], [1, '#11231d'])}${glow('pool', [0, '#f2ffe0', 0.34], [1, '#bfffd0', 0])}${glow('edge', [0.5, '#000', 0], [1, '#010605', 0.8])}${softness('soft', 5)}</defs>`,
      box(0, 0, width, height, { fill: '#123326' }),
      box(0, 0, width, 132, { fill: 'url(#stand)' }),
      ...crowd.map(([x, y]) =>
        box(x, y, 3, 4, {
          fill: random.pick([ink.chalk, ink.muted, ink.dismissal, ink.caution, ink.blue]),
          opacity: random.between(0.05, 0.4),
        }),
      ),
      pitch.area(field(4), { fill: '#164d35' }),
      ...rings,
      lit('pool', pitch.at([34, 30]), 560, 240),
      lit('pool', pitch.at([34, 75]), 560, 240),
      ...pitchLines().map((places) => pitch.paint(places, { fill: ink.chalk, opacity: 0.92 }, 0.2)),
      pitch.area(arc([34, 52.5], 0.32, 0, 360, 16), { fill: ink.chalk }),
      ...players.map(({ place, shirt }) => person(place, shirt)),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
