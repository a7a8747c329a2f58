const timing = /^(\d{1,2}):([0-5]\d):([0-5]\d)[,.](\d{3}) *--> *(\d{1,2}):([0-5]\d):([0-5]\d)[,.](\d{3}) *$/
/** What begins like a tag and is none that WebVTT has as well. */
const unknownTag = /<(?!\/?[biu]>)/g
// None of them goes on over the beginning of another: half a megabyte of beginnings is read once.
const styles = /<\/?font[^<>]*>|\{\\[^{}]*\}/gi

const withTwoDigits = (hours = '') => hours.padStart(2, '0')

/**
 * The lines of SubRip text as WebVTT has them below its head, or null for lines that are not SubRip: numbered cues with
 * commas in their times. Colours and places of cues are left out. Whether the cues make sense `toWebVtt` says.
 */
export function fromSubRip(lines: string[]): string[] | null {
  const first = lines.findIndex((line) => line.trim() !== '')
  if (!/^\d+\s*$/.test(lines[first] ?? '') || !timing.test(lines[first + 1] ?? '')) return null
  return lines.map((line) => {
    const found = timing.exec(line)
    if (!found) return line.replaceAll(styles, '').replaceAll('&', '&amp;').replaceAll(unknownTag, '&lt;')
    const [, h, m, s, ms, toH, toM, toS, toMs] = found
    return `${withTwoDigits(h)}:${m}:${s}.${ms} --> ${withTwoDigits(toH)}:${toM}:${toS}.${toMs}`
  })
}
