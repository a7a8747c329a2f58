import type { Filters, MineFilter } from '@touchline/contract/filters.ts'
import { foldTag } from '@touchline/contract/tags.ts'
import type { Archive, Options } from './archive.ts'

export const kinds = ['type', 'year', 'tag', 'collection'] as const
type Kind = (typeof kinds)[number]

const listFilters = ['liked', 'bookmarked', 'unfinished'] as const satisfies readonly MineFilter[]
type ListFilter = (typeof listFilters)[number]

/**
 * The places of the posts that the viewer liked, bookmarked, did not finish and has seen. Without `seen` no post counts
 * as unseen.
 */
export type Mine = Record<ListFilter, Uint32Array> & { seen: Uint32Array | null }

type Chosen = { kind: Kind; number: number }

/** The chosen option of each kind; -1 for one that no post has. Posts are in all `lists` and not in `seen`. */
export type Selection = { chosen: Chosen[]; lists: Uint32Array[]; seen: Uint32Array | null }

const none = new Uint32Array()

const keyOf = (kind: Kind, filters: Filters) => {
  const value = filters[kind]
  if (value === undefined || value === '') return undefined
  return kind === 'tag' ? foldTag(String(value)) : String(value).toLowerCase()
}

export function toSelection(archive: Archive, filters: Filters, mine: Mine): Selection {
  const chosen = kinds.flatMap((kind) => {
    const key = keyOf(kind, filters)
    return key === undefined ? [] : [{ kind, number: archive[kind].numberOf.get(key) ?? -1 }]
  })
  const lists = listFilters.flatMap((name) => (filters[name] ? [mine[name]] : []))
  if (!filters.unseen) return { chosen, lists, seen: null }
  return { chosen, lists: mine.seen ? lists : [none], seen: mine.seen }
}

function hasOption({ starts, numbers }: Options, place: number, number: number): boolean {
  const end = starts[place + 1]!
  for (let at = starts[place]!; at < end; at += 1) if (numbers[at] === number) return true
  return false
}

const shortestFirst = (lists: Uint32Array[]) => lists.toSorted((one, other) => one.length - other.length)

const maxCached = 200

/** Caches `compute` by the chosen options for as long as an archive is current. */
function cachedByChoice<Value>(compute: (archive: Archive, chosen: Chosen[]) => Value) {
  const caches = new WeakMap<Archive, Map<string, Value>>()
  return (archive: Archive, chosen: Chosen[]): Value => {
    const cache = caches.get(archive) ?? new Map<string, Value>()
    const key = chosen.map(({ kind, number }) => `${kind}${number}`).join()
    const known = cache.get(key)
    if (known !== undefined) return known
    const value = compute(archive, chosen)
    if (cache.size >= maxCached) cache.clear()
    caches.set(archive, cache.set(key, value))
    return value
  }
}

/** The places of the posts with all chosen options, newest first. */
const placesWith = cachedByChoice((archive, chosen) => {
  const [shortest] = shortestFirst(chosen.map(({ kind, number }) => archive[kind].places[number] ?? none))
  if (!shortest) return Uint32Array.from(archive.ids.keys())
  return shortest.filter((place) =>
    chosen.every(({ kind, number }) => hasOption(archive[kind], place, number)),
  )
})

/** The places of the selected posts, newest first. */
export function selectedPlaces(archive: Archive, { chosen, lists, seen }: Selection): Uint32Array {
  const [shortest, ...others] = shortestFirst(lists)
  const sets = others.map((list) => new Set(list))
  const found = shortest
    ? shortest.filter(
        (place) =>
          chosen.every(({ kind, number }) => hasOption(archive[kind], place, number)) &&
          sets.every((places) => places.has(place)),
      )
    : placesWith(archive, chosen)
  if (!seen) return found
  const isSeen = new Uint8Array(archive.ids.length)
  for (const place of seen) isSeen[place] = 1
  // A loop, because the archive may have very many posts.
  const unseen = new Uint32Array(found.length)
  let kept = 0
  for (let at = 0; at < found.length; at += 1) if (isSeen[found[at]!] === 0) unseen[kept++] = found[at]!
  return unseen.subarray(0, kept)
}

type OptionCounts = { total: number } & Record<Kind, Uint32Array>
export type Counts = OptionCounts & { mine: Record<MineFilter, number> }

const noCounts = (archive: Archive): OptionCounts => ({
  total: 0,
  type: new Uint32Array(archive.type.names.length),
  year: new Uint32Array(archive.year.names.length),
  tag: new Uint32Array(archive.tag.names.length),
  collection: new Uint32Array(archive.collection.names.length),
})

/**
 * Adds a post to the counts, or takes it away. A post that lacks one chosen option counts for the options of that kind
 * only. Returns whether it has all of them.
 */
function count(archive: Archive, chosen: Chosen[], counts: OptionCounts, place: number, step: 1 | -1 = 1) {
  const countOf = (kind: Kind) => {
    const { starts, numbers } = archive[kind]
    const into = counts[kind]
    const end = starts[place + 1]!
    for (let at = starts[place]!; at < end; at += 1) into[numbers[at]!]! += step
  }
  let missing: Kind | null = null
  for (const { kind, number } of chosen)
    if (!hasOption(archive[kind], place, number)) {
      if (missing) return false
      missing = kind
    }
  if (missing) {
    countOf(missing)
    return false
  }
  counts.total += step
  for (const kind of kinds) countOf(kind)
  return true
}

/** The counts of all posts, for everyone the same. */
const countsWith = cachedByChoice((archive, chosen) => {
  const counts = noCounts(archive)
  for (let place = 0; place < archive.ids.length; place += 1) count(archive, chosen, counts, place)
  return counts
})

const isSeenBit = 8

/**
 * Counts, for each option, the posts found with it and the chosen options of the other kinds, among all posts or these
 * places.
 */
export function countOptions(
  archive: Archive,
  { chosen, lists, seen }: Selection,
  { mine, among }: { mine: Mine; among: Uint32Array | null },
): Counts {
  // One bit for each list of the viewer.
  const bits = new Uint8Array(archive.ids.length)
  for (const [bit, name] of listFilters.entries()) for (const place of mine[name]) bits[place]! |= 1 << bit
  for (const place of mine.seen ?? none) bits[place]! |= isSeenBit
  const wanted = listFilters.reduce(
    (all, name, bit) => (lists.includes(mine[name]) ? all | (1 << bit) : all),
    0,
  )
  const isMine = (place: number) => (bits[place]! & wanted) === wanted && !(seen && bits[place]! & isSeenBit)
  const ofMine = { liked: 0, bookmarked: 0, unfinished: 0, unseen: 0 }
  const [shortest] = shortestFirst(among ? [among, ...lists] : lists)
  if (shortest) {
    const within = among && among !== shortest ? new Set(among) : null
    const counts = noCounts(archive)
    for (const place of shortest) {
      if (!isMine(place) || within?.has(place) === false) continue
      if (!count(archive, chosen, counts, place)) continue
      for (const [bit, name] of listFilters.entries()) if (bits[place]! & (1 << bit)) ofMine[name] += 1
      if (mine.seen && !(bits[place]! & isSeenBit)) ofMine.unseen += 1
    }
    return { ...counts, mine: ofMine }
  }
  // All posts are counted once for everyone, and what the viewer has done is counted apart.
  const all = countsWith(archive, chosen)
  const counts = noCounts(archive)
  for (const kind of kinds) counts[kind].set(all[kind])
  counts.total = all.total
  const hasChosen = (place: number) =>
    chosen.every(({ kind, number }) => hasOption(archive[kind], place, number))
  if (seen) for (const place of seen) count(archive, chosen, counts, place, -1)
  for (const name of listFilters)
    for (const place of mine[name]) if (isMine(place) && hasChosen(place)) ofMine[name] += 1
  if (mine.seen) ofMine.unseen = seen ? counts.total : counts.total - mine.seen.filter(hasChosen).length
  return { ...counts, mine: ofMine }
}
