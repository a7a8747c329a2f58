/** One line of what was measured. */
export const say = (line: string) => process.stdout.write(`${line}\n`)

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Says whether a promise was kept; a run in which one was not ends with 1. */
export function word(isKept: boolean, otherwise: string): string {
  if (!isKept) process.exitCode = 1
  return (isKept ? 'within' : otherwise).padEnd(6)
}

export const atMost = (value: number, limit: number) => word(value <= limit, 'OVER')
export const atLeast = (value: number, limit: number) => word(value >= limit, 'UNDER')
