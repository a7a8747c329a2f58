const units = ['KB', 'MB', 'GB', 'TB']

/** A size in bytes as people say it. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  const amount = bytes / 1024 ** power
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${units[power - 1]}`
}

/** How long something has been waiting, from whole seconds. */
export function waitOf(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return hours === 1 ? 'an hour' : `${hours} hours`
  return `${Math.round(hours / 24)} days`
}
