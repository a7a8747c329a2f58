import type { Measured, Run } from './record.ts'
import { type Figure, isWithinLimit } from './report.ts'

/** Changes below this share count as noise. */
const chance = 0.1

const number = (value: number) =>
  Math.abs(value) >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toPrecision(3)

const limitOf = ({ limit, isLeast }: Figure) =>
  limit === undefined ? '' : `${isLeast ? '≥' : '≤'} ${number(limit)}`

const verdictOf = (figure: Figure) =>
  figure.limit === undefined ? '' : isWithinLimit(figure) ? 'kept' : 'BROKEN'

/** Figures without a limit where higher is better. */
const rates = new Set(['MB/s', 'a second'])

const shareOf = ({ value, limit }: Figure) => (limit ? `${Math.round((value / limit) * 100)} %` : '')

/** `+12 %, worse`: the change since the last record. */
export function changeOf(now: Figure, last: Figure | undefined): string {
  if (!last) return 'new'
  if (last.value === now.value || last.value === 0) return last.value === now.value ? 'same' : ''
  const change = now.value / last.value - 1
  const percent = `${change > 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`
  if (Math.abs(change) < chance) return `${percent}, same`
  const moreIsBetter = now.isLeast || rates.has(now.unit)
  return `${percent}, ${change > 0 === moreIsBetter ? 'better' : 'worse'}`
}

type Row = [name: string, limit: string, measured: string, share: string, verdict: string]

const rowOf = (figure: Figure): Row => [
  figure.name,
  limitOf(figure),
  `${number(figure.value)} ${figure.unit}`,
  shareOf(figure),
  verdictOf(figure),
]

const dayOf = ({ at }: Run) => at.slice(0, 10)

function sectionOf(program: string, { figures }: Run, before: Run | undefined): string[] {
  const title = `${program}${before ? ` (last recorded ${dayOf(before)})` : ''}`
  const rows = figures.map((figure) => {
    const last = before?.figures.find(({ name }) => name === figure.name)
    const [name, limit, value, share, verdict] = rowOf(figure)
    const was = last ? number(last.value) : ''
    return `  ${name.padEnd(44)} ${limit.padStart(8)} ${value.padStart(18)} ${share.padStart(6)}  ${verdict.padEnd(6)}  ${was.padStart(6)}  ${changeOf(figure, last)}`
  })
  return [title, ...rows]
}

/** The terminal report: a line per figure, beside its last record. */
export function linesOf(measured: Measured, before: Measured): string[] {
  const lines = Object.entries(measured).flatMap(([program, run]) => sectionOf(program, run, before[program]))
  const head = `  ${'figure'.padEnd(44)} ${'limit'.padStart(8)} ${'measured'.padStart(18)} ${'share'.padStart(6)}  ${''.padEnd(6)}  ${'last'.padStart(6)}  change`
  const broken = Object.values(measured).flatMap(({ figures }) =>
    figures.filter((one) => !isWithinLimit(one)),
  )
  const promised = Object.values(measured).flatMap(({ figures }) =>
    figures.filter((one) => one.limit !== undefined),
  )
  return [
    head,
    ...lines,
    '',
    `${promised.length - broken.length} of ${promised.length} promises kept${broken.length > 0 ? `; broken: ${broken.map(({ name }) => name).join(', ')}` : ''}.`,
  ]
}

/** The recorded report, with the date and machine of each program. */
export function markdownOf(record: Measured): string {
  const sections = Object.entries(record).map(([program, run]) => {
    const rows = run.figures.map((figure) => `| ${rowOf(figure).join(' | ')} |`)
    return [
      `## \`bench/${program}.ts\``,
      '',
      `${dayOf(run)}, ${run.machine}; the machine's load just before was ${run.load}.`,
      '',
      '| Figure | Limit | Measured | Share of the limit | Promise |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n')
  })
  return [
    '# Benchmarks',
    '',
    'The last recorded run of `npm run bench -- --record`. `npm run bench` compares a new run with these figures and exits',
    'with 1 when a promise is broken. Figures with × compare two sides in one run on one machine, so they depend little on',
    'the machine. Figures without a limit are not promises. [performance.md](performance.md) says what was decided.',
    '',
    '`npm run bench -- large-club` measures one program alone. It fills a club of 250,000 people first (some minutes, 4 GB of',
    'disk) and promises at most 200 ms for each page of staff, as the median of 20 requests. `BENCH_PEOPLE=25000` fills a',
    'smaller club.',
    '',
    ...sections,
  ].join('\n')
}
