import type { Random } from '#demo/seeded-random.ts'
import { pitchLines, type Place } from './ground.ts'
import { box, circle, type Drawing, glow, ink, line, lit, type Point } from './ink.ts'

const [width, height] = [1280, 1600]
const scale = 13.6
const onPaper = ([x, y]: Place): Point => [178 + x * scale, 86 + y * scale]

/** One match as its referee ran it: every stride of the ninety minutes, slow ones green, sprints red. */
export function ninetyMinutes(random: Random): Drawing {
  const strokes: string[] = []
  let ball: Place = [34, 52.5]
  let aim: Place = [34, 52.5]
  let x = 31
  let y = 50
  let [speedX, speedY] = [0, 0]
  for (let moment = 0; moment < 4200; moment += 1) {
    if (random.chance(0.024))
      aim = [
        random.between(4, 64),
        random.chance(0.3)
          ? random.pick([random.between(3, 20), random.between(85, 102)])
          : random.between(18, 87),
      ]
    ball = [ball[0] + (aim[0] - ball[0]) * 0.09, ball[1] + (aim[1] - ball[1]) * 0.09]
    const along = (ball[1] - 52.5) / 52.5
    const goal: Place = [
      34 - along * 13 + (ball[0] - 34) * 0.66,
      52.5 + along * 41 + (ball[1] > 52.5 ? -7 : 7),
    ]
    speedX += (goal[0] - x) * 0.016 - speedX * 0.13 + random.between(-0.05, 0.05)
    speedY += (goal[1] - y) * 0.016 - speedY * 0.13 + random.between(-0.05, 0.05)
    const before: Place = [x, y]
    x += speedX
    y += speedY
    const pace = Math.hypot(speedX, speedY)
    const colour = pace > 1.62 ? ink.dismissal : pace > 0.95 ? ink.caution : ink.turf
    strokes.push(
      line([onPaper(before), onPaper([x, y])], {
        stroke: colour,
        'stroke-width': 1.4 + pace * 1.7,
        opacity: 0.3 + Math.min(pace, 1.4) * 0.26,
      }),
    )
  }
  return {
    width,
    height,
    grain: 0.14,
    body: [
      `<defs>${glow('warm', [0, ink.turf, 0.22], [1, ink.turf, 0])}</defs>`,
      box(0, 0, width, height, { fill: ink.pitch }),
      lit('warm', [640, 800], 640, 800),
      ...pitchLines().map((places) =>
        line(places.map(onPaper), { stroke: ink.chalk, 'stroke-width': 3, opacity: 0.34 }),
      ),
      ...strokes,
      circle(onPaper([31, 50]), 13, { fill: ink.pitch, stroke: ink.chalk, 'stroke-width': 5 }),
      circle(onPaper([x, y]), 13, { fill: ink.chalk }),
    ].join(''),
  }
}
