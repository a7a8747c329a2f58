import {
  type FilterCounts,
  type Filters,
  filterTypes,
  maxTagsCounted,
  mineFilters,
} from '@touchline/contract/filters.ts'
import { foldTag } from '@touchline/contract/tags.ts'
import type { Database } from '#db/database.ts'
import { notFound } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { type FeedPage, type FeedQuery, maxCounted } from '../feed/feed.ts'
import { matchesAmong, matchingPosts } from '../feed/search-posts.ts'
import { searchFor } from '../feed/search-terms.ts'
import { postQueries } from '../queries.ts'
import { readerOf } from '../reader.ts'
import type { Archive, ReadArchive } from './archive.ts'
import { readMine } from './read-mine.ts'
import { countOptions, selectedPlaces, toSelection } from './select-posts.ts'

type Deps = { db: Database; archive: ReadArchive }
type Who = Pick<Viewer, 'id' | 'role'>

/** A search that finds more is not read to its end. */
const maxFound = 2000
const perScan = 1000

type Found = { places: Uint32Array; isComplete: boolean }

/** The newest posts that a search finds. */
async function searchAll(db: Database, { placeOf }: Archive, viewer: Who, typed: string): Promise<Found> {
  const search = await searchFor(db, typed)
  if (!search) return { places: new Uint32Array(), isComplete: true }
  const ids = await matchingPosts(db, { reader: readerOf(viewer), search, max: maxFound + 1, after: null })
  const places = Uint32Array.from(ids.flatMap((id) => placeOf.get(id) ?? [])).toSorted()
  return { places, isComplete: ids.length <= maxFound }
}

/** The first `max` of these places that a search finds. */
async function searchWithin(
  db: Database,
  archive: Archive,
  { viewer, typed, within, max }: { viewer: Who; typed: string; within: Uint32Array; max: number },
): Promise<Uint32Array> {
  const found = await searchAll(db, archive, viewer, typed)
  if (found.isComplete) {
    const places = new Set(found.places)
    return within.filter((place) => places.has(place))
  }
  const search = await searchFor(db, typed)
  if (!search) return new Uint32Array()
  const places: number[] = []
  for (let from = 0; from < within.length && places.length < max; from += perScan) {
    const ids = Array.from(within.subarray(from, from + perScan), (place) => archive.ids[place]!)
    const matches = await matchesAmong(db, { reader: readerOf(viewer), search, ids })
    for (const id of matches) places.push(archive.placeOf.get(id)!)
  }
  return Uint32Array.from(places.slice(0, max))
}

/** A page of the posts that the filters find, newest first. Throws 404 when `before` is unknown. */
export async function filteredPage(
  { db, archive: read }: Deps,
  viewer: Who,
  query: FeedQuery & Filters,
): Promise<FeedPage> {
  const archive = await read()
  const { limit = 5, page = 1, before, search } = query
  const mine = await readMine(
    db,
    archive,
    viewer,
    mineFilters.filter((name) => query[name]),
  )
  const within = selectedPlaces(archive, toSelection(archive, query, mine))
  const max = Math.max(page * limit, maxCounted) + 1
  const places = search ? await searchWithin(db, archive, { viewer, typed: search, within, max }) : within
  const isTotalExact = !search || places.length < max
  const after = before === undefined ? undefined : archive.placeOf.get(before.toLowerCase())
  if (before !== undefined && after === undefined) throw notFound('Post')
  const first = after === undefined ? (page - 1) * limit : places.findLastIndex((place) => place <= after) + 1
  const shown = Array.from(places.slice(first, first + limit), (place) => archive.ids[place]!)
  const posts =
    shown.length > 0
      ? await postQueries(db).some.execute({ viewerId: viewer.id, ...readerOf(viewer), ids: shown })
      : []
  return {
    posts,
    total: isTotalExact ? places.length : max - 1,
    isTotalExact,
    hasMore: places.length > first + limit,
  }
}

/** How many posts each filter would find, besides the filters and the search that are set. */
export async function filterCounts(
  { db, archive: read }: Deps,
  viewer: Who,
  { search, ...filters }: Filters & { search?: string | undefined },
): Promise<FilterCounts> {
  const archive = await read()
  const mine = await readMine(db, archive, viewer, mineFilters)
  const found = search ? await searchAll(db, archive, viewer, search) : null
  const counts = countOptions(archive, toSelection(archive, filters, mine), {
    mine,
    among: found?.places ?? null,
  })
  const of = <Option>(
    kind: 'type' | 'year' | 'tag' | 'collection',
    toOption: (name: string, count: number) => Option,
  ) =>
    archive[kind].names.flatMap((name, number) => {
      const count = counts[kind][number]!
      return count > 0 ? [toOption(name, count)] : []
    })
  const types = new Map(of('type', (type, count) => [type, count] as const))
  const chosenTag = filters.tag && foldTag(filters.tag)
  return {
    total: counts.total,
    isExact: found?.isComplete ?? true,
    types: filterTypes.flatMap((type) => {
      const count = types.get(type)
      return count ? [{ type, count }] : []
    }),
    collections: of('collection', (id, count) => ({
      id,
      title: archive.collectionTitles.get(id) ?? '',
      count,
    })),
    tags: of('tag', (tag, count) => ({ tag, count }))
      .toSorted((one, other) => other.count - one.count || one.tag.localeCompare(other.tag))
      .filter(({ tag }, index) => index < maxTagsCounted || foldTag(tag) === chosenTag),
    years: of('year', (year, count) => ({ year: Number(year), count })).toSorted(
      (one, other) => other.year - one.year,
    ),
    mine: counts.mine,
  }
}
