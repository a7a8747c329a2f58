export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Formats a duration: `4.2 s`, `1 min 12 s`. */
export function toDuration(milliseconds) {
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
