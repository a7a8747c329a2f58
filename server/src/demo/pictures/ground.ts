import { type Attributes, type Point, shape } from './ink.ts'

/** Metres: x across, y along, z up. */
export type Place = readonly [x: number, y: number, z?: number]

type View = { from: Place; towards: Place; focal: number; width: number; height: number }
type Vector = readonly [number, number, number]

const minus = (a: Place, b: Place): Vector => [a[0] - b[0], a[1] - b[1], (a[2] ?? 0) - (b[2] ?? 0)]
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a)
  return [a[0] / length, a[1] / length, a[2] / length]
}

const nearest = 0.3

/** A camera on the ground of a pitch: everything it draws is in true perspective, thickness of lines included. */
export function ground({ from, towards, focal, width, height }: View) {
  const ahead = unit(minus(towards, from))
  const right = unit(cross(ahead, [0, 0, 1]))
  const up = cross(right, ahead)
  const seen = (place: Place): Vector => {
    const away = minus(place, from)
    return [dot(away, right), dot(away, up), dot(away, ahead)]
  }
  const onFilm = ([x, y, depth]: Vector): Point => [
    width / 2 + (focal * x) / depth,
    height / 2 - (focal * y) / depth,
  ]
  const outline = (places: readonly Place[]): Point[] => {
    const corners = places.map(seen)
    return corners
      .flatMap((corner, index) => {
        const before = corners.at(index - 1) ?? corner
        const isSeen = corner[2] >= nearest
        if (before[2] >= nearest === isSeen) return isSeen ? [corner] : []
        const share = (nearest - before[2]) / (corner[2] - before[2])
        const cut: Vector = [
          before[0] + (corner[0] - before[0]) * share,
          before[1] + (corner[1] - before[1]) * share,
          nearest,
        ]
        return isSeen ? [cut, corner] : [cut]
      })
      .map(onFilm)
  }
  const area = (places: readonly Place[], attributes: Attributes) => shape(outline(places), attributes)
  return {
    area,
    /** Where a place shows on the film. */
    at: (place: Place) => onFilm(seen(place)),
    /** Pixels of one metre at a place. */
    scaleAt: (place: Place) => focal / seen(place)[2],
    /** A painted line of the given width in metres along the ground. */
    paint: (places: readonly Place[], attributes: Attributes, metres = 0.12) =>
      area(band(places, metres), attributes),
  }
}

/** The outline of a band along a polyline on the ground. */
function band(places: readonly Place[], metres: number): Place[] {
  const side = (sign: 1 | -1) =>
    places.map(([x, y], index): Place => {
      const [ax, ay] = places[Math.max(index - 1, 0)] ?? [x, y]
      const [bx, by] = places[Math.min(index + 1, places.length - 1)] ?? [x, y]
      const length = Math.hypot(bx - ax, by - ay) || 1
      return [x - (sign * (by - ay) * metres) / 2 / length, y + (sign * (bx - ax) * metres) / 2 / length]
    })
  return [...side(1), ...side(-1).toReversed()]
}

/** Points of an arc around a place, angles in degrees. */
export function arc([x, y]: Place, radius: number, start: number, end: number, steps = 48): Place[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((start + ((end - start) * index) / steps) * Math.PI) / 180
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const
  })
}

/** A straight line with points in between, so that it clips and bends well. */
export function straight([ax, ay]: Place, [bx, by]: Place, steps = 24): Place[] {
  return Array.from(
    { length: steps + 1 },
    (_, index) => [ax + ((bx - ax) * index) / steps, ay + ((by - ay) * index) / steps] as const,
  )
}

/** Every painted line of a pitch of 68 by 105 metres, its corner at 0, 0 and its goals at y = 0 and y = 105. */
export function pitchLines(): Place[][] {
  const half = (y: (metres: number) => number, turn: 1 | -1): Place[][] => [
    [
      ...straight([13.84, y(0)], [13.84, y(16.5)]),
      ...straight([13.84, y(16.5)], [54.16, y(16.5)]),
      ...straight([54.16, y(16.5)], [54.16, y(0)]),
    ],
    [
      ...straight([24.84, y(0)], [24.84, y(5.5)]),
      ...straight([24.84, y(5.5)], [43.16, y(5.5)]),
      ...straight([43.16, y(5.5)], [43.16, y(0)]),
    ],
    arc([34, y(11)], 9.15, turn * 37, turn * 143),
    arc([0, y(0)], 1, 0, turn * 90, 12),
    arc([68, y(0)], 1, turn * 90, turn * 180, 12),
  ]
  return [
    straight([0, 0], [0, 105]),
    straight([68, 0], [68, 105]),
    straight([0, 0], [68, 0]),
    straight([0, 105], [68, 105]),
    straight([0, 52.5], [68, 52.5]),
    arc([34, 52.5], 9.15, 0, 360, 96),
    ...half((metres) => metres, 1),
    ...half((metres) => 105 - metres, -1),
  ]
}
