const units = ['KB', 'MB', 'GB', 'TB']

/** Formats a size in bytes with units of 1024, like all limits of the site. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  const amount = bytes / 1024 ** power
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${units[power - 1]}`
}
