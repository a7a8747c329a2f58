/** The edit distance between two names, where swapping two neighbours counts as one edit. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, rows[i - 2]![j - 2]! + 1)
      row.push(least)
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}

const bare = (name: string) => name.toUpperCase().replaceAll('_', '')
const maxEdits = (name: string) => Math.min(3, Math.floor(bare(name).length / 4))

/** One sentence for each unknown variable that resembles a known one, such as `ACESS_CODE` or `SMTPURL`. */
export function misspeltVariables(env: NodeJS.ProcessEnv, known: ReadonlySet<string>): string[] {
  return Object.keys(env)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const target = [...known].find((other) => distance(bare(name), bare(other)) <= maxEdits(other))
      return target === undefined ? [] : [`${name} is not a setting and is ignored. Did you mean ${target}?`]
    })
}
