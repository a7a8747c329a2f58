/** The last day on which each major version gets security fixes. Newer ones than these count as current. */
const lastDays: Record<string, Record<string, string>> = {
  'Node.js': { 20: '2026-04-30', 21: '2024-06-01', 22: '2027-04-30', 23: '2025-06-01', 24: '2028-04-30' },
  PostgreSQL: { 15: '2027-11-11', 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' },
}

/** Returns a sentence for each program that gets no more security fixes, or null. */
export function findEndedVersions(versions: Record<string, string>, today: Date): string | null {
  const day = today.toISOString().slice(0, 10)
  const sentences = Object.entries(versions).flatMap(([program, version]) => {
    const [major = ''] = version.split('.')
    const lastDay = lastDays[program]?.[major]
    return lastDay !== undefined && lastDay < day
      ? [`${program} ${major} has had no security fixes since ${lastDay}: install a newer version.`]
      : []
  })
  return sentences.join(' ') || null
}
