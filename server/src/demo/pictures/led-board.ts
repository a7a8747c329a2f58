import type { Random } from '#demo/seeded-random.ts'
import { box, circle, type Drawing, fade, glow, group, ink, lit, softness } from './ink.ts'

const [width, height] = [1600, 1067]

const glyphs = {
  '+': ['.....', '..#..', '..#..', '#####', '..#..', '..#..', '.....'],
  '9': ['.###.', '#...#', '#...#', '.####', '....#', '...#.', '.##..'],
} as const

/** The fourth official's board, held up against a stand that does not like the number. */
export function ledBoard(random: Random): Drawing {
  const bokeh = Array.from({ length: 150 }, () =>
    circle([random.between(-40, width + 40), random.between(0, height * 0.86)], random.between(8, 46), {
      fill: random.pick([ink.chalk, ink.caution, ink.dismissal, ink.blue, ink.turf, '#ffdfb0']),
      opacity: random.between(0.03, 0.2),
    }),
  )
  const pitchOf = 27
  const digit = (glyph: readonly string[], x: number, y: number, colour: string, light: string) =>
    glyph.flatMap((row, down) =>
      row.split('').flatMap((cell, across) =>
        [0, 1].flatMap((dx) =>
          [0, 1].map((dy) => {
            const at = [x + (across * 2 + dx) * pitchOf, y + (down * 2 + dy) * pitchOf] as const
            return cell === '#'
              ? lit(light, at, 27, 27, 0.55) +
                  circle(at, 9.6, { fill: colour }) +
                  circle(at, 4.5, { fill: '#fff', opacity: 0.75 })
              : circle(at, 8, { fill: '#15241f' })
          }),
        ),
      ),
    )
  return {
    width,
    height,
    grain: 0.2,
    body: [
      `<defs>${fade('night', [0, 0], [0, 1], [0, '#050b0a'], [0.7, '#10241e'], [1, '#1c4a36'])}${glow('red', [0, ink.dismissal, 0.8], [1, ink.dismissal, 0])}${glow('green', [0, ink.turf, 0.8], [1, ink.turf, 0])}${fade('shell', [0, 0], [1, 1], [0, '#2a3a35'], [0.3, '#101a17'], [1, '#070d0b'])}${fade('glass', [0, 0], [1, 1], [0, '#fff', 0.12], [0.36, '#fff', 0.02], [0.37, '#fff', 0], [1, '#fff', 0])}${glow('edge', [0.55, '#000', 0], [1, '#010605', 0.7])}${softness('far', 4)}${softness('deep', 26)}</defs>`,
      box(0, 0, width, height, { fill: 'url(#night)' }),
      group({ filter: 'url(#far)' }, ...bokeh),
      box(0, 905, width, 200, { fill: '#174a34' }),
      box(0, 905, width, 9, { fill: ink.chalk, opacity: 0.55, filter: 'url(#far)' }),
      lit('green', [800, 540], 820, 520, 0.22),
      group(
        { transform: 'rotate(-3.5 800 540)' },
        box(372, 262, 870, 560, { rx: 80, fill: '#000', opacity: 0.6, filter: 'url(#deep)' }),
        box(670, 760, 250, 330, { rx: 36, fill: '#0b1411' }),
        box(350, 240, 900, 570, { rx: 88, fill: 'url(#shell)' }),
        box(350, 240, 900, 570, { rx: 88, fill: 'none', stroke: '#4a5a54', 'stroke-width': 5, opacity: 0.7 }),
        box(408, 296, 784, 458, { rx: 44, fill: '#050908' }),
        ...digit(glyphs['+'], 472, 362, ink.turf, 'green'),
        ...digit(glyphs['9'], 850, 362, ink.turf, 'green'),
        box(408, 296, 784, 458, { rx: 44, fill: 'url(#glass)' }),
        box(742, 838, 106, 46, { rx: 23, fill: '#1d2b26' }),
        circle([795, 861], 11, { fill: ink.dismissal }),
      ),
      box(0, 0, width, height, { fill: 'url(#edge)' }),
    ].join(''),
  }
}
