/** A size in bytes, as `3.4 MB`; small ones as `1 KB`. */
export function inMegabytes(bytes: number): string {
  if (bytes < 100_000) return `${Math.max(1, Math.round(bytes / 1000))} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
