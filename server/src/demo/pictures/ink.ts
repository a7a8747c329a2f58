/** The colours of the house, as they look by night. */
export const ink = {
  pitch: '#0b1511',
  stand: '#121f1a',
  bench: '#1d2b26',
  chalk: '#f4f4ec',
  muted: '#a6b3ac',
  turf: '#61e68f',
  grass: '#1f6b45',
  grassDark: '#154b32',
  caution: '#f6d236',
  dismissal: '#fb605c',
  blue: '#62bbf5',
  violet: '#c396f5',
} as const

/** A picture as SVG markup, in pixels. `grain` is how much film there is in it, 0 to 1. */
export type Drawing = { width: number; height: number; body: string; grain?: number }

export type Point = readonly [x: number, y: number]

const short = (value: number) => value.toFixed(1)

/** The path through points, as the `d` of an SVG path. */
export const pathThrough = (points: readonly Point[], isClosed = false) =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('') +
  (isClosed ? 'Z' : '')

export type Attributes = Record<string, string | number>

/**
 * The opacity of something that is only filled or only drawn as a line goes to its paint, which looks the same: as its
 * own it would be drawn on a sheet apart first, for each of thousands of blades of grass.
 */
function painted(attributes: Attributes, isFilled: boolean): Attributes {
  const { opacity, ...others } = attributes
  const isDrawn = 'stroke' in attributes
  if (opacity === undefined || 'filter' in attributes || isFilled === isDrawn) return attributes
  return { ...others, [isFilled ? 'fill-opacity' : 'stroke-opacity']: opacity }
}

const written = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? Number(value.toFixed(3)) : value}"`)
    .join('')

export const shape = (points: readonly Point[], attributes: Attributes) =>
  points.length < 3
    ? ''
    : `<path d="${pathThrough(points, true)}"${written(painted(attributes, attributes['fill'] !== 'none'))}/>`

export const line = (points: readonly Point[], attributes: Attributes) =>
  points.length < 2
    ? ''
    : `<path d="${pathThrough(points)}" fill="none" stroke-linecap="round" stroke-linejoin="round"${written(painted(attributes, false))}/>`

export const circle = ([x, y]: Point, radius: number, attributes: Attributes) =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${written(painted(attributes, attributes['fill'] !== 'none'))}/>`

export const box = (x: number, y: number, width: number, height: number, attributes: Attributes) =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${written(painted(attributes, attributes['fill'] !== 'none'))}/>`

export const group = (attributes: Attributes, ...content: string[]) =>
  `<g${written(attributes)}>${content.join('')}</g>`

type Stop = readonly [offset: number, colour: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')

/** A gradient from one corner of what it fills to another; `from` and `to` are shares of its box. */
export const fade = (id: string, from: Point, to: Point, ...list: Stop[]) =>
  `<linearGradient id="${id}" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${stops(list)}</linearGradient>`

/** A round gradient in the middle of what it fills. */
export const glow = (id: string, ...list: Stop[]) =>
  `<radialGradient id="${id}">${stops(list)}</radialGradient>`

/** A light: a circle filled with the gradient `id`. */
export const lit = (id: string, [x, y]: Point, radiusX: number, radiusY = radiusX, opacity = 1) =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(radiusX)}" ry="${short(radiusY)}" fill="url(#${id})" fill-opacity="${opacity}"/>`

/** A soft edge of `radius` pixels around whatever is drawn with `filter="url(#id)"`. */
export const softness = (id: string, radius: number) =>
  `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${radius}"/></filter>`
