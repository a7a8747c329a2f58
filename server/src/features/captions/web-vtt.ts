import { type Cue, cueAt, timePattern, invalidCaptions, invalidLine } from './cue.ts'
import { isSubRip, subRipCues } from './sub-rip.ts'

const timing = new RegExp(
  String.raw`^[ \t]*${timePattern(String.raw`\.`)}[ \t]*-->[ \t]*${timePattern(String.raw`\.`)}((?:[ \t]+[a-z]+:[\w.,%:-]+)*)[ \t]*$`,
)
const example = '00:01.500 --> 00:04.000'
const arrow = '-->'

const twoDigits = (value: number) => String(value).padStart(2, '0')

const formatTime = (ms: number) => {
  const [seconds, minutes, hours] = [ms / 1000, ms / 60_000, ms / 3_600_000].map(Math.floor)
  return `${twoDigits(hours!)}:${twoDigits(minutes! % 60)}:${twoDigits(seconds! % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

/** Yields blocks of consecutive non-empty lines with the number of their first line. */
function* blocksOf(lines: string[], above: number): Generator<{ line: number; block: string[] }> {
  let block: string[] = []
  for (const [index, text] of [...lines, ''].entries()) {
    if (text !== '') block.push(text)
    else if (block.length > 0) {
      yield { line: above + index + 1 - block.length, block }
      block = []
    }
  }
}

function webVttCues(lines: string[]): Cue[] {
  // Lines directly below the first one are metadata, up to an empty line or the first time.
  const head = lines.findIndex((line, index) => index > 0 && (line === '' || line.includes(arrow)))
  if (head < 0) return []
  const cues: Cue[] = []
  for (const { line, block } of blocksOf(lines.slice(head), head)) {
    if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0]!)) continue
    if (block.every((text) => text.trim() === '')) continue
    // A cue can have an identifier above its time.
    const at = block[0]!.includes(arrow) ? 0 : 1
    if (block.length <= at) throw invalidLine(line, 'a caption without a time.')
    const cue = cueAt(line + at, block[at]!, { timing, example })
    const text = block.slice(at + 1)
    const stray = text.findIndex((words) => words.includes(arrow))
    if (stray >= 0) throw invalidLine(line + at + 1 + stray, 'an empty line is missing above this time.')
    cues.push({ ...cue, text })
  }
  return cues
}

function cuesIn(lines: string[]): Cue[] {
  if (/^WEBVTT(?:[ \t]|$)/.test(lines[0]!)) return webVttCues(lines)
  if (isSubRip(lines)) return subRipCues(lines)
  throw invalidCaptions(
    'This is not a captions file: WebVTT begins with the word WEBVTT, SubRip with a number and a time.',
  )
}

function checkOrder(cues: Cue[]) {
  let before = 0
  for (const { line, startMs } of cues) {
    if (startMs < before) throw invalidLine(line, 'this caption begins before the one above it.')
    before = startMs
  }
}

/** Accepts WebVTT or SubRip; drops notes, styles and regions. Throws 400 with the line number of an error. */
export function parseCaptions(content: string): Cue[] {
  if (content.includes('\u0000'))
    throw invalidCaptions('This file contains characters that no captions have.')
  const cues = cuesIn(content.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/))
  checkOrder(cues)
  const shown = cues.filter(({ text }) => text.some((line) => line.trim() !== ''))
  if (shown.length === 0) throw invalidCaptions('There are no captions in this file.')
  return shown
}

export function toWebVtt(cues: Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, settings, text }) =>
    [`${formatTime(startMs)} --> ${formatTime(endMs)} ${settings}`.trimEnd(), ...text].join('\n'),
  )
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}
