import { invalid } from '#errors.ts'
import { fromSubRip } from './sub-rip.ts'

const moment = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timing = new RegExp(String.raw`^${moment}[ \t]+-->[ \t]+${moment}((?:[ \t]+[a-z]+:[\w.,%:-]+)*)[ \t]*$`)
const arrow = '-->'

type Cue = { startMs: number; endMs: number; settings: string }

const toMs = ([hours = '0', minutes = '', seconds = '', ms = '']: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms)

const two = (value: number) => String(value).padStart(2, '0')

const written = (ms: number) => {
  const [seconds, minutes, hours] = [ms / 1000, ms / 60_000, ms / 3_600_000].map(Math.floor)
  return `${two(hours!)}:${two(minutes! % 60)}:${two(seconds! % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

const refused = (sentence: string) => invalid(sentence, { content: sentence })
const wrongAt = (line: number, sentence: string) => refused(`Line ${line}: ${sentence}`)

function toCue(text: string, line: number): Cue {
  const found = timing.exec(text)
  if (!found) throw wrongAt(line, 'this is not a time as in "00:01.500 --> 00:04.000".')
  const [startMs, endMs] = [toMs(found.slice(1, 5)), toMs(found.slice(5, 9))]
  if (endMs <= startMs) throw wrongAt(line, 'a caption has to end after it begins.')
  return { startMs, endMs, settings: (found[9] ?? '').trim().replaceAll(/[ \t]+/g, ' ') }
}

/** Runs of lines that are not empty, each with the number of its first line; `above` lines are above them all. */
function* blocksOf(lines: string[], above: number): Generator<{ line: number; block: string[] }> {
  let block: string[] = []
  for (const [index, text] of [...lines, ''].entries()) {
    if (text.trim() !== '') block.push(text)
    else if (block.length > 0) {
      yield { line: above + index + 1 - block.length, block }
      block = []
    }
  }
}

function cuesOf(lines: string[], above: number): string[] {
  const cues: string[] = []
  let before = 0
  for (const { line, block } of blocksOf(lines, above)) {
    if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0]!)) continue
    // A cue may have a name above its time.
    const at = block[0]!.includes(arrow) ? 0 : 1
    if (block.length <= at) throw wrongAt(line, 'a caption without a time.')
    const cue = toCue(block[at]!, line + at)
    const words = block.slice(at + 1)
    const stray = words.findIndex((text) => text.includes(arrow))
    if (stray >= 0) throw wrongAt(line + at + 1 + stray, 'an empty line is missing above this time.')
    if (cue.startMs < before) throw wrongAt(line + at, 'this caption begins before the one above it.')
    before = cue.startMs
    if (words.length > 0)
      cues.push(
        [`${written(cue.startMs)} --> ${written(cue.endMs)} ${cue.settings}`.trimEnd(), ...words].join('\n'),
      )
  }
  if (cues.length === 0) throw refused('There are no captions in this file.')
  return cues
}

function cuesIn(lines: string[]): string[] {
  const converted = fromSubRip(lines)
  if (converted) return cuesOf(converted, 0)
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0]!))
    throw refused('This is not a captions file: WebVTT begins with the word WEBVTT.')
  // What stands right below the first line describes the file.
  const head = lines.findIndex((line) => line.trim() === '')
  return head < 0 ? cuesOf([], 0) : cuesOf(lines.slice(head), head)
}

/**
 * The captions in WebVTT or SubRip text as WebVTT, written anew: cues with their times, settings and words. Notes,
 * styles and regions are left out. 400 with the number of the line for anything a player would stumble over.
 */
export function toWebVtt(content: string): string {
  if (content.includes('\u0000')) throw refused('This file contains characters that no captions have.')
  const cues = cuesIn(content.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/))
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}
