import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media.ts'
import { id, optionalLine, optionalText } from './text.ts'

export const filterTypes = [...mediaTypes, 'text'] as const

/** Filters by what the viewer did with a post. */
export const mineFilters = ['liked', 'bookmarked', 'unfinished', 'unseen'] as const
export type MineFilter = (typeof mineFilters)[number]

/** Filters of posts, which combine. `year` is a year in UTC. */
export const filterFields = {
  type: z.optional(z.enum(filterTypes, { error: 'The type can be image, video, audio or text.' })),
  collection: z.optional(id),
  tag: z.optional(optionalLine(100)),
  year: z.optional(
    z.coerce
      .number({ error: 'year must be a number.' })
      .check(z.int('year must be a whole number.'), z.gte(1970), z.lte(9999)),
  ),
  liked: z.optional(z.literal('yes', 'liked can only be yes.')),
  bookmarked: z.optional(z.literal('yes', 'bookmarked can only be yes.')),
  unfinished: z.optional(z.literal('yes', 'unfinished can only be yes.')),
  unseen: z.optional(z.literal('yes', 'unseen can only be yes.')),
}
const filters = z.object(filterFields)
export type Filters = z.output<typeof filters>
export type FilterName = keyof Filters

export const hasFilters = (query: Filters) =>
  Object.entries(query).some(([name, value]) => name in filterFields && Boolean(value))

const count = z.number()

/**
 * Each option with the number of published posts that would be found with it and the other filters; options that find
 * none are left out. `mine` counts by what the viewer did. With a search that finds very many posts the counts are
 * lower bounds and `isExact` is false.
 */
export const filterCounts = z.object({
  total: count,
  isExact: z.boolean(),
  types: z.array(z.object({ type: z.enum(filterTypes), count })),
  collections: z.array(z.object({ id, title: z.string(), count })),
  tags: z.array(z.object({ tag: z.string(), count })),
  years: z.array(z.object({ year: z.number(), count })),
  mine: z.object({ liked: count, bookmarked: count, unfinished: count, unseen: count }),
})
export type FilterCounts = z.output<typeof filterCounts>

/** Tags in the counts: the most frequent ones, and the chosen one. */
export const maxTagsCounted = 100

export const showCounts = endpoint({
  method: 'GET',
  path: '/api/post-filters',
  access: 'member',
  summary: 'How many posts each filter would find, together with the filters and the search that are set.',
  query: z.object({ ...filterFields, search: z.optional(optionalText(200)) }),
  reply: filterCounts,
})
