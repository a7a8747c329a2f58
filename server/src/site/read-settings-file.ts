import { settingNames, someSettings, type SomeSettings } from '@touchline/contract/site-settings.ts'

/** What is wrong with a file of settings. `line` is null when the file as a whole is meant. */
export type FileProblem = { line: number | null; place: string; sentence: string }

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** Maps each place in a JSON text, as in `landing.headline.0`, to its line. The text must be valid. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>()
  const stack: { path: string; index: number | null; key: string }[] = []
  let line = 1
  let from = 0
  const here = () => {
    const top = stack.at(-1)
    if (!top) return ''
    const name = top.index === null ? top.key : String(top.index)
    return top.path === '' ? name : `${top.path}.${name}`
  }
  const tokens = [...text.matchAll(token)]
  for (const [at, { 0: word, index }] of tokens.entries()) {
    line += text.slice(from, index).split('\n').length - 1
    from = index
    const top = stack.at(-1)
    if (word === ']' || word === '}') stack.pop()
    else if (word === ',') {
      if (top?.index !== null && top) top.index += 1
    } else if (top?.index === null && tokens[at + 1]?.[0] === ':') {
      top.key = String(JSON.parse(word))
      lines.set(here(), line)
    } else if (word !== ':') {
      const path = here()
      if (!lines.has(path)) lines.set(path, line)
      if (word === '{' || word === '[') stack.push({ path, index: word === '[' ? 0 : null, key: '' })
    }
  }
  return lines
}

/** Whether a text can continue as JSON. V8 does not always name the position of an error, so the lines are tried. */
function isStartOfJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const message = String(error)
    return message.includes('end of JSON') || Number(/position (\d+)/.exec(message)?.[1]) >= text.length
  }
}

function lineOfSyntaxError(text: string): number {
  const lines = text.trimEnd().split('\n')
  let [valid, broken] = [0, lines.length]
  while (broken - valid > 1) {
    const middle = Math.floor((valid + broken) / 2)
    if (isStartOfJson(`${lines.slice(0, middle).join('\n')}\n`)) valid = middle
    else broken = middle
  }
  return broken
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a file of settings, which may name some of them. Returns all that is wrong with it, in the order of lines. */
export function readSettingsFile(
  text: string,
): { settings: SomeSettings; problems: null } | { settings: null; problems: FileProblem[] } {
  const refused = (problems: FileProblem[]) => ({
    settings: null,
    problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
  })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    const line = lineOfSyntaxError(text)
    return refused([{ line, place: '', sentence: 'This is not JSON: a comma, quote or bracket is wrong.' }])
  }
  if (!isObject(given))
    return refused([{ line: 1, place: '', sentence: 'The file must be an object with settings.' }])
  const lines = linesOf(text)
  const problemAt = (place: string, sentence: string): FileProblem => {
    const parts = place.split('.')
    // A missing field is reported at the object that lacks it.
    while (parts.length > 1 && !lines.has(parts.join('.'))) parts.pop()
    return { line: lines.get(parts.join('.')) ?? null, place, sentence }
  }
  const known = new Set<string>(settingNames)
  const unknown = Object.keys(given)
    .filter((name) => !known.has(name))
    .map((name) => problemAt(name, 'There is no such setting.'))
  const parsed = someSettings.safeParse(given)
  const invalid = (parsed.error?.issues ?? []).map(({ path, message }) =>
    problemAt(
      path.join('.'),
      message.startsWith('Invalid input') ? 'This is missing or not valid.' : message,
    ),
  )
  // One sentence for each place: several rules of a field may fail at once.
  const problems = [...new Map([...invalid, ...unknown].map((each) => [each.place, each])).values()]
  return problems.length > 0 || !parsed.success
    ? refused(problems)
    : { settings: parsed.data, problems: null }
}

/** Words a problem: `Line 12, landing.headline.0: Please fill this in.` */
export const problemSentence = ({ line, place, sentence }: FileProblem) => {
  const where = [line === null ? '' : `Line ${line}`, place].filter(Boolean).join(', ')
  return where ? `${where}: ${sentence}` : sentence
}
