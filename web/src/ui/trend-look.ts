export const looks = {
  turf: { stroke: 'stroke-turf', fill: 'fill-turf', swatch: 'text-turf' },
  review: { stroke: 'stroke-review', fill: 'fill-review', swatch: 'text-review' },
  dismissal: { stroke: 'stroke-dismissal', fill: 'fill-dismissal', swatch: 'text-dismissal' },
}

export type TrendLook = keyof typeof looks
