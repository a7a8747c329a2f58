import { readStored, writeStored } from '#ui/browser-storage.ts'

const keyOf = (personId: string) => `places:${personId}`
/** Those somebody watched last; older ones begin anew. */
const maxPlaces = 200

type Place = [postId: string, seconds: number]

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'

function placesOf(personId: string): Place[] {
  try {
    const kept: unknown = JSON.parse(readStored('local', keyOf(personId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPlace) : []
  } catch {
    return []
  }
}

/** Where somebody stopped in the film or recording of a post, in seconds; 0 for those begun anew. */
export const savedPosition = (personId: string, postId: string): number =>
  placesOf(personId).find(([id]) => id === postId)?.[1] ?? 0

/** Whether it is worth coming back to: neither just begun nor nearly over. */
const isUnderWay = (seconds: number, whole: number) =>
  seconds >= 3 && whole - seconds > Math.min(60, Math.max(2, whole * 0.05))

/** Keeps in this browser where somebody is, or forgets it where there is nothing to come back to; `whole` is the length. */
export function savePosition(
  { personId, postId }: { personId: string; postId: string },
  seconds: number,
  whole: number,
): void {
  const others = placesOf(personId).filter(([id]) => id !== postId)
  const place: Place[] = isUnderWay(seconds, whole) ? [[postId, Math.floor(seconds)]] : []
  writeStored('local', keyOf(personId), JSON.stringify([...others, ...place].slice(-maxPlaces)))
}
