import type { Random } from '#demo/seeded-random.ts'
import { ground, pitchLines, type Place } from './ground.ts'
import { box, type Drawing, fade, glow, group, line, lit, softness } from './ink.ts'

const [width, height] = [1600, 1067]

/** A pitch under snow from above: the lines swept green again, and the tracks of the one who inspected it. */
export function snowLines(random: Random): Drawing {
  const pitch = ground({ from: [-4, 14, 43], towards: [31, 38, 0], focal: 1330, width, height })
  const swept = pitchLines().map(
    (places) =>
      pitch.paint(places, { fill: '#d5dfdd', filter: 'url(#soft)' }, 2.1) +
      pitch.paint(places, { fill: '#f7fafa' }, 1.75) +
      pitch.paint(places, { fill: '#8fb7a2' }, 1.15) +
      pitch.paint(places, { fill: '#3d8c62' }, 0.9),
  )
  const rough = pitchLines().flatMap((places) =>
    places.flatMap((place) =>
      Array.from({ length: 3 }, () => {
        const [x, y] = pitch.at([place[0] + random.between(-0.9, 0.9), place[1] + random.between(-1.6, 1.6)])
        return lit('lump', [x, y], random.between(2, 7), random.between(1.5, 4), 0.9)
      }),
    ),
  )
  const walk: Place[] = Array.from({ length: 190 }, (_, step) => {
    const along = step / 189
    return [3 + along * 52 + 5 * Math.sin(along * 7), 2 + along * 74 + 7 * Math.sin(along * 4.2)]
  })
  const steps = walk.map((place, index) => {
    const next = walk[Math.min(index + 1, walk.length - 1)] ?? place
    const turn = Math.atan2(next[1] - place[1], next[0] - place[0])
    const side = index % 2 ? 0.22 : -0.22
    const [x, y] = pitch.at([place[0] - Math.sin(turn) * side, place[1] + Math.cos(turn) * side])
    const metre = pitch.scaleAt(place)
    const tip = pitch.at([
      place[0] - Math.sin(turn) * side + Math.cos(turn) * 0.26,
      place[1] + Math.cos(turn) * side + Math.sin(turn) * 0.26,
    ])
    return line([[x, y], tip], { stroke: '#8ea3ab', 'stroke-width': metre * 0.2 })
  })
  const drifts = Array.from({ length: 70 }, () =>
    lit(
      random.chance(0.5) ? 'shade' : 'lump',
      [random.between(0, width), random.between(0, height)],
      random.between(90, 330),
      random.between(14, 60),
      random.between(0.1, 0.32),
    ),
  )
  const flakes = Array.from({ length: 420 }, () =>
    lit(
      'lump',
      [random.between(0, width), random.between(0, height)],
      random.between(1.2, 4.5),
      undefined,
      random.between(0.4, 1),
    ),
  )
  return {
    width,
    height,
    grain: 0.1,
    body: [
      `<defs>${fade('snow', [0, 0], [0.3, 1], [0, '#c3d2da'], [0.45, '#e4ebec'], [1, '#f3f4ef'])}${glow('lump', [0, '#fff', 1], [0.6, '#fff', 0.6], [1, '#fff', 0])}${glow('shade', [0, '#9db4bf', 0.9], [1, '#9db4bf', 0])}${fade('cold', [1, 0], [0, 1], [0, '#34607a', 0.5], [0.6, '#34607a', 0], [1, '#ffd7a0', 0.22])}${softness('soft', 6)}</defs>`,
      box(0, 0, width, height, { fill: 'url(#snow)' }),
      ...drifts,
      ...swept,
      ...rough,
      group({}, ...steps),
      box(0, 0, width, height, { fill: 'url(#cold)' }),
      ...flakes,
    ].join(''),
  }
}
