/** What was measured; without a limit it is only told. A figure is known by its program and its name. */
export type Figure = {
  name: string
  value: number
  unit: string
  limit?: number
  /** The value may not be less than the limit; otherwise it may not be more. */
  isLeast?: true
}

/** One line of what was measured. */
export const printLine = (line: string) => process.stdout.write(`${line}\n`)

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export const isWithinLimit = ({ value, limit, isLeast }: Figure) =>
  limit === undefined || (isLeast ? value >= limit : value <= limit)

/** Hands a figure to the program that gathers all of them, if one has started this. */
export function recordFigure(figure: Figure): void {
  process.send?.(figure)
}

/** A program that found a promise broken ends with this; one that could not measure ends with another. */
export const overLimitExitCode = 2

/** Says whether a promise was kept, and remembers it if not. */
function judge(figure: Figure, otherwise: string): string {
  recordFigure(figure)
  if (!isWithinLimit(figure)) process.exitCode = overLimitExitCode
  return (isWithinLimit(figure) ? 'within' : otherwise).padEnd(6)
}

type Promised = Omit<Figure, 'isLeast'> & { limit: number }

export const atMost = (figure: Promised) => judge(figure, 'OVER')
export const atLeast = (figure: Promised) => judge({ ...figure, isLeast: true }, 'UNDER')
