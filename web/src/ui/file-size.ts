const units = ['KB', 'MB', 'GB', 'TB']

/** A size in bytes as people say it; each unit is 1024 of the one before, as in every limit of the club. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  const amount = bytes / 1024 ** power
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${units[power - 1]}`
}
