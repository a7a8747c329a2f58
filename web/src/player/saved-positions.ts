import { maxPositions, type SavedPosition } from '@touchline/contract/playback.ts'
import { saveText, savedText } from '#drafting/saved-texts.ts'

export const positionsKey = (personId: string) => `places:${personId}`

/**
 * `unsentAt` is when it was played, until the server has it. 0 seconds stand for finished, or back at the start.
 * Earlier versions stored the first two fields alone. A text has 0 seconds and, until the server has it, `percent`.
 */
type Place = [
  postId: string,
  seconds: number,
  unsentAt?: number | null,
  partId?: string | null,
  percent?: number,
]

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'

function placesFrom(text: string | null): Place[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace) : []
  } catch {
    return []
  }
}

const placesOf = (personId: string) => placesFrom(savedText(positionsKey(personId)))

const store = (personId: string, places: Place[]) =>
  saveText(positionsKey(personId), JSON.stringify(places.slice(-maxPositions)))

/** The film or recording `partId` of a post, or its only one. */
export type Played = { personId: string; postId: string; partId?: string | undefined }

/** The position in a stored text, 0 without one. */
export function positionIn(text: string | null, { postId, partId }: Omit<Played, 'personId'>): number {
  const [, seconds = 0, , storedPart = null] = placesFrom(text).find(([id]) => id === postId) ?? []
  return storedPart === null || partId === undefined || storedPart === partId ? seconds : 0
}

/** The posts with a saved position, the last played first. */
export const postsUnderWay = (personId: string): { postId: string; seconds: number }[] =>
  placesOf(personId)
    .filter(([, seconds]) => seconds > 0)
    .map(([postId, seconds]) => ({ postId, seconds }))
    .toReversed()

/** Positions near the start or end are not worth saving. */
const isUnderWay = (seconds: number, whole: number) =>
  seconds >= 3 && whole - seconds > Math.min(60, Math.max(2, whole * 0.05))

/** Stores a position in this browser, to be sent. `whole` is the duration. */
export function savePosition({ personId, postId, partId }: Played, seconds: number, whole: number): void {
  const others = placesOf(personId).filter(([id]) => id !== postId)
  const stopped = isUnderWay(seconds, whole) ? Math.floor(seconds) : 0
  store(personId, [...others, [postId, stopped, Date.now(), partId ?? null]])
}

/** Stores how much of a text was read in this browser, to be sent. */
export function savePercent({ personId, postId }: Played, percent: number): void {
  const others = placesOf(personId).filter(([id]) => id !== postId)
  store(personId, [...others, [postId, 0, Date.now(), null, percent]])
}

export const forgetPositions = (personId: string) => saveText(positionsKey(personId), null)

/** The oldest age that may be sent, in seconds. */
const maxAge = 100_000_000

const isUnsent = ([, , unsentAt = 0]: Place) => unsentAt !== null

export type Unsent = { positions: SavedPosition[]; markSent: () => void }

/** What the server does not have yet. `markSent` leaves those alone that changed since. */
export function unsentPositions(personId: string): Unsent {
  const unsent = placesOf(personId).filter(isUnsent)
  const now = Date.now()
  const positions = unsent.map(([postId, seconds, unsentAt, partId, percent]) => ({
    postId,
    seconds,
    secondsAgo: unsentAt ? Math.min(maxAge, Math.max(0, Math.round((now - unsentAt) / 1000))) : oldest,
    ...(partId ? { partId } : {}),
    ...(percent === undefined ? {} : { percent }),
  }))
  const markSent = () => {
    const sent = new Set(unsent.map(([postId, , unsentAt]) => `${postId} ${unsentAt}`))
    const places = placesOf(personId).flatMap((place): Place[] => {
      const [postId, seconds, unsentAt, partId] = place
      if (!isUnsent(place) || !sent.has(`${postId} ${unsentAt}`)) return [place]
      return seconds > 0 ? [[postId, seconds, null, partId]] : []
    })
    store(personId, places)
  }
  return { positions, markSent }
}

/** Positions of an earlier version have no time: any other is later. */
const oldest = 29 * 24 * 60 * 60

/** Stores the positions of the server, latest first, next to those that it does not have yet. */
export function replacePositions(
  personId: string,
  positions: { postId: string; partId: string; seconds: number }[],
): void {
  const unsent = placesOf(personId).filter(isUnsent)
  const ids = new Set(unsent.map(([postId]) => postId))
  const others = positions
    .filter(({ postId }) => !ids.has(postId))
    .map(({ postId, partId, seconds }): Place => [postId, seconds, null, partId])
  store(personId, [...others.toReversed(), ...unsent])
}
