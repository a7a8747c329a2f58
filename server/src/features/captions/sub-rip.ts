import { type Cue, cueAt, timePattern } from './cue.ts'

// Accepts a comma or point, few or no milliseconds, no hours, and coordinates after the times.
const timing = new RegExp(
  String.raw`^[ \t]*${timePattern('[,.]')}[ \t]*-->[ \t]*${timePattern('[,.]')}(?:[ \t].*)?$`,
)
const example = '00:00:01,500 --> 00:00:04,000'
const arrow = '-->'
/** A "<" that starts no tag that WebVTT supports. */
const unknownTag = /<(?!\/?[biu]>)/g
// No match crosses the start of another one, which keeps the runtime linear.
const styles = /<\/?font[^<>]*>|\{\\[^{}]*\}/gi

export const isSubRip = (lines: string[]): boolean =>
  !lines.some((line) => line.startsWith('WEBVTT')) && lines.some((line) => line.includes(arrow))

/**
 * Drops colors and positions. Throws 400 with the line of an invalid time.
 * A cue extends to the time of the next one: numbers can be missing and text can contain empty lines.
 */
export function subRipCues(lines: string[]): Cue[] {
  const times = lines.flatMap((line, index) => (line.includes(arrow) ? [index] : []))
  return times.map((at, which) => {
    const next = times[which + 1] ?? lines.length
    const isNumbered = next < lines.length && /^\s*\d+\s*$/.test(lines[next - 1]!)
    const cueLines = lines.slice(at + 1, Math.max(at + 1, isNumbered ? next - 1 : next))
    const text = cueLines
      .filter((line) => line.trim() !== '')
      .map((line) => line.replaceAll(styles, '').replaceAll('&', '&amp;').replaceAll(unknownTag, '&lt;'))
    const { line, startMs, endMs } = cueAt(at + 1, lines[at]!, { timing, example })
    return { line, startMs, endMs, settings: '', text }
  })
}
