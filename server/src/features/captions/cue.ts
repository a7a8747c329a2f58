import { invalid } from '#errors.ts'

/** What is read between two times; `line` is where its time stands in the file. */
export type Cue = { line: number; startMs: number; endMs: number; settings: string; text: string[] }

export const refused = (sentence: string) => invalid(sentence, { content: sentence })
export const wrongAt = (line: number, sentence: string) => refused(`Line ${line}: ${sentence}`)

/** The pattern of a time: hours, minutes, seconds and a fraction that may be shorter than three digits. */
export const moment = (point: string) => String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:${point}(\d{1,3}))?`

function toMs([hours = '0', minutes = '', seconds = '', fraction = '']: (string | undefined)[]) {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Reads the times of a cue; `timing` has four groups for each and one for the settings behind them. */
export function cueAt(line: number, text: string, { timing, example }: { timing: RegExp; example: string }) {
  const found = timing.exec(text)
  const [startMs, endMs] = [toMs(found?.slice(1, 5) ?? []), toMs(found?.slice(5, 9) ?? [])]
  if (!found || startMs === null || endMs === null)
    throw wrongAt(line, `this is not a time as in "${example}".`)
  if (endMs <= startMs) throw wrongAt(line, 'a caption has to end after it begins.')
  return { line, startMs, endMs, settings: (found[9] ?? '').trim().replaceAll(/[ \t]+/g, ' ') }
}
