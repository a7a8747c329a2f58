import { type Cue, cueAt, moment } from './cue.ts'

// A comma or a point, short or no milliseconds, no hours; some tools write the place of the cue behind its times.
const timing = new RegExp(String.raw`^[ \t]*${moment('[,.]')}[ \t]*-->[ \t]*${moment('[,.]')}(?:[ \t].*)?$`)
const example = '00:00:01,500 --> 00:00:04,000'
const arrow = '-->'
/** What begins like a tag and is none that WebVTT has as well. */
const unknownTag = /<(?!\/?[biu]>)/g
// None of them goes on over the beginning of another: half a megabyte of beginnings is read once.
const styles = /<\/?font[^<>]*>|\{\\[^{}]*\}/gi

/** Whether lines that are not WebVTT have cues at all. */
export const isSubRip = (lines: string[]): boolean =>
  !lines.some((line) => line.startsWith('WEBVTT')) && lines.some((line) => line.includes(arrow))

/**
 * The cues of SubRip text. A cue reaches to the time of the next: numbers may be missing, lines between its words may be
 * empty. Colours and places are left out. 400 with the line of a time that is none.
 */
export function subRipCues(lines: string[]): Cue[] {
  const times = lines.flatMap((line, index) => (line.includes(arrow) ? [index] : []))
  return times.map((at, which) => {
    const next = times[which + 1] ?? lines.length
    const isNumbered = next < lines.length && /^\s*\d+\s*$/.test(lines[next - 1]!)
    const words = lines.slice(at + 1, Math.max(at + 1, isNumbered ? next - 1 : next))
    const text = words
      .filter((line) => line.trim() !== '')
      .map((line) => line.replaceAll(styles, '').replaceAll('&', '&amp;').replaceAll(unknownTag, '&lt;'))
    const { line, startMs, endMs } = cueAt(at + 1, lines[at]!, { timing, example })
    return { line, startMs, endMs, settings: '', text }
  })
}
