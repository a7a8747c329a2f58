export type Figure = {
  name: string
  value: number
  unit: string
  limit?: number
  /** The limit is a minimum; by default it is a maximum. */
  isLeast?: true
}

export const printLine = (line: string) => process.stdout.write(`${line}\n`)

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export const isWithinLimit = ({ value, limit, isLeast }: Figure) =>
  limit === undefined || (isLeast ? value >= limit : value <= limit)

/** Sends a figure to the parent program that collects them. */
export function recordFigure(figure: Figure): void {
  process.send?.(figure)
}

/** The exit code of a program that exceeded a limit; one that could not measure uses another. */
export const overLimitExitCode = 2

/** Compares a figure with its limit and sets the exit code. */
function judge(figure: Figure, otherwise: string): string {
  recordFigure(figure)
  if (!isWithinLimit(figure)) process.exitCode = overLimitExitCode
  return (isWithinLimit(figure) ? 'within' : otherwise).padEnd(6)
}

type Promised = Omit<Figure, 'isLeast'> & { limit: number }

export const atMost = (figure: Promised) => judge(figure, 'OVER')
export const atLeast = (figure: Promised) => judge({ ...figure, isLeast: true }, 'UNDER')
