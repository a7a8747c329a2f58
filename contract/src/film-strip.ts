/** From this length on a film has a strip of pictures for seeking. */
export const minStripMs = 60_000
const maxStripPictures = 200

export const stripColumns = 10

/** A strip has one picture every `seconds`, in rows of ten. */
export function stripOf(durationMs: number): { seconds: number; rows: number } {
  const seconds = Math.max(2, Math.ceil(durationMs / 1000 / maxStripPictures))
  return { seconds, rows: Math.ceil(durationMs / 1000 / seconds / stripColumns) }
}
