import { invalid } from '#errors.ts'

/** A caption; `line` is the line number of its time in the file. */
export type Cue = { line: number; startMs: number; endMs: number; settings: string; text: string[] }

export const invalidCaptions = (sentence: string) => invalid(sentence, { content: sentence })
export const invalidLine = (line: number, sentence: string) => invalidCaptions(`Line ${line}: ${sentence}`)

/** Pattern of a time: hours, minutes, seconds and up to three digits of a fraction. */
export const timePattern = (separator: string) =>
  String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:${separator}(\d{1,3}))?`

function toMs([hours = '0', minutes = '', seconds = '', fraction = '']: (string | undefined)[]) {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const totalSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return totalSeconds * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Parses the times of a cue. `timing` captures four groups per time and one for the settings. */
export function cueAt(line: number, text: string, { timing, example }: { timing: RegExp; example: string }) {
  const found = timing.exec(text)
  const [startMs, endMs] = [toMs(found?.slice(1, 5) ?? []), toMs(found?.slice(5, 9) ?? [])]
  if (!found || startMs === null || endMs === null)
    throw invalidLine(line, `this is not a time as in "${example}".`)
  if (endMs <= startMs) throw invalidLine(line, 'a caption has to end after it begins.')
  return { line, startMs, endMs, settings: (found[9] ?? '').trim().replaceAll(/[ \t]+/g, ' ') }
}
