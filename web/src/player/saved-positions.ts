import { readStored, writeStored } from '#ui/browser-storage.ts'

const keyOf = (personId: string) => `places:${personId}`
const maxPlaces = 200

type Place = [postId: string, seconds: number]

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'

function placesOf(personId: string): Place[] {
  try {
    const stored: unknown = JSON.parse(readStored('local', keyOf(personId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

export const savedPosition = (personId: string, postId: string): number =>
  placesOf(personId).find(([id]) => id === postId)?.[1] ?? 0

/** The ids of the posts with a saved position, the last played first. */
export const postsUnderWay = (personId: string): string[] =>
  placesOf(personId)
    .map(([id]) => id)
    .toReversed()

/** Positions near the start or end are not worth saving. */
const isUnderWay = (seconds: number, whole: number) =>
  seconds >= 3 && whole - seconds > Math.min(60, Math.max(2, whole * 0.05))

/** Stores a position in this browser, or deletes one that is not worth saving. `whole` is the duration. */
export function savePosition(
  { personId, postId }: { personId: string; postId: string },
  seconds: number,
  whole: number,
): void {
  const others = placesOf(personId).filter(([id]) => id !== postId)
  const place: Place[] = isUnderWay(seconds, whole) ? [[postId, Math.floor(seconds)]] : []
  writeStored('local', keyOf(personId), JSON.stringify([...others, ...place].slice(-maxPlaces)))
}
