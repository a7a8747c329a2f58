import { type Filters, type MineFilter, mineFilters } from '@touchline/contract/filters.ts'
import { foldTag } from '@touchline/contract/tags.ts'
import type { Archive, Options } from './archive.ts'

export const kinds = ['type', 'year', 'tag', 'collection'] as const
type Kind = (typeof kinds)[number]

/** The places of the posts that each of these filters finds for the viewer. */
export type Mine = Record<MineFilter, Uint32Array>

/** The chosen option of each kind; -1 for one that no post has. `mine` has the places of the chosen filters. */
export type Selection = { chosen: { kind: Kind; number: number }[]; mine: Uint32Array[] }

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
  return { chosen, mine: mineFilters.flatMap((name) => (filters[name] ? [mine[name]] : [])) }
}

function hasOption({ starts, numbers }: Options, place: number, number: number): boolean {
  const end = starts[place + 1]!
  for (let at = starts[place]!; at < end; at += 1) if (numbers[at] === number) return true
  return false
}

const none = new Uint32Array()

/** The places of the posts that have all chosen options, newest first; null means every post. */
export function selectedPlaces(archive: Archive, { chosen, mine }: Selection): Uint32Array | null {
  const lists = [...chosen.map(({ kind, number }) => archive[kind].places[number] ?? none), ...mine]
  const [shortest] = lists.toSorted((one, other) => one.length - other.length)
  if (!shortest) return null
  if (lists.length === 1) return shortest
  const others = mine.filter((list) => list !== shortest).map((list) => new Set(list))
  return shortest.filter(
    (place) =>
      chosen.every(({ kind, number }) => hasOption(archive[kind], place, number)) &&
      others.every((places) => places.has(place)),
  )
}

export type Counts = { total: number; mine: Record<MineFilter, number> } & Record<Kind, Uint32Array>

/**
 * Counts, for each option, the posts found with it and the chosen options of the other kinds. A post that lacks one
 * chosen option counts for the options of that kind only.
 */
export function countOptions(
  archive: Archive,
  { chosen, mine: chosenMine }: Selection,
  { mine, among }: { mine: Mine; among: Iterable<number> | null },
): Counts {
  const counts: Counts = {
    total: 0,
    mine: { liked: 0, bookmarked: 0, unfinished: 0, unseen: 0 },
    type: new Uint32Array(archive.type.names.length),
    year: new Uint32Array(archive.year.names.length),
    tag: new Uint32Array(archive.tag.names.length),
    collection: new Uint32Array(archive.collection.names.length),
  }
  const countOf = (kind: Kind, place: number) => {
    const { starts, numbers } = archive[kind]
    const into = counts[kind]
    const end = starts[place + 1]!
    for (let at = starts[place]!; at < end; at += 1) into[numbers[at]!]! += 1
  }
  // One bit for each filter.
  const mineAt = new Uint8Array(archive.ids.length)
  for (const [bit, name] of mineFilters.entries()) for (const place of mine[name]) mineAt[place]! |= 1 << bit
  const wanted = mineFilters.reduce(
    (bits, name, bit) => (chosenMine.includes(mine[name]) ? bits | (1 << bit) : bits),
    0,
  )
  const look = (place: number): void => {
    if ((mineAt[place]! & wanted) !== wanted) return
    let missing: Kind | null = null
    for (const { kind, number } of chosen)
      if (!hasOption(archive[kind], place, number)) {
        if (missing) return
        missing = kind
      }
    if (missing) return countOf(missing, place)
    counts.total += 1
    for (const [bit, name] of mineFilters.entries()) if (mineAt[place]! & (1 << bit)) counts.mine[name] += 1
    for (const kind of kinds) countOf(kind, place)
  }
  const [shortest] = chosenMine.toSorted((one, other) => one.length - other.length)
  if (among) for (const place of among) look(place)
  else if (shortest) for (const place of shortest) look(place)
  else for (let place = 0; place < archive.ids.length; place += 1) look(place)
  return counts
}
