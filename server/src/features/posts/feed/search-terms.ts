import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { people } from '#features/people/schema.ts'
import { postCounts } from './feed-schema.ts'

/** Adjacent words; the last word of an open term is a prefix. */
type Term = { words: string[]; isOpen: boolean }

/** All terms are tsquery texts. `byCreator` has the remaining terms when some match a creator's name. */
export type Search = { everywhere: string[]; byCreator: { creatorId: string; rest: string[] }[] }

type Part = { text: string; isQuoted: boolean; isLast: boolean }

/** Splits the input at quotation marks; an unclosed quotation counts as one. */
function partsOf(typed: string): Part[] {
  const pieces = typed.split(/["“”„]/)
  return pieces.map((text, index) => ({
    text,
    isQuoted: index % 2 === 1,
    isLast: index === pieces.length - 1,
  }))
}

// The index truncates words to the same length.
const toWords = (folded: string) =>
  folded
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, 100).join(''))

function termsOf(parts: Part[], folded: string[]): Term[] {
  return parts.flatMap(({ isQuoted, isLast }, index) => {
    const words = toWords(folded[index] ?? '')
    if (words.length === 0) return []
    if (isQuoted) return [{ words, isOpen: isLast }]
    return words.map((word, place) => ({ words: [word], isOpen: isLast && place === words.length - 1 }))
  })
}

/** Folded words contain no quotes or backslashes, so quoting is enough. */
const toQueries = (terms: Term[]) =>
  terms.map(({ words, isOpen }) => `(${words.map((word) => `'${word}'`).join(' <-> ')}${isOpen ? ':*' : ''})`)

function isInName(name: string[], { words, isOpen }: Term): boolean {
  return name.some((_, start) =>
    words.every((word, offset) => {
      const said = name[start + offset]
      return said === word || (isOpen && offset === words.length - 1 && (said?.startsWith(word) ?? false))
    }),
  )
}

const foldedTexts = (parts: Part[]) => sql<string[]>`(
  select json_agg(fold_words(part.text) order by part.place)
  from unnest(array[${sql.join(
    parts.map(({ text }) => sql`${text}::text`),
    sql`, `,
  )}]) with ordinality as part (text, place)
)`

/** All terms, as tsquery texts. */
export const allOf = (terms: string[]) => sql`${terms.join(' & ')}::tsquery`

/** Matches without the operator, so that the planner does not use the index. */
export const contains = (words: SQL, terms: string[]) => sql`ts_match_vq(${words}, ${allOf(terms)})`

/** The words of a search as `searchFor` reads them, as tsquery texts; none without words. */
export async function termsFor(db: Database, typed: string): Promise<string[]> {
  const parts = partsOf(typed)
  const { rows } = await db.execute<{ folded: string[] }>(sql`select ${foldedTexts(parts)} as folded`)
  return toQueries(termsOf(parts, rows[0]?.folded ?? []))
}

/**
 * Finds words in any order, the last one possibly unfinished, and "quoted words" together. Null without words.
 * Creator names are compared here, so that a new name is found immediately.
 */
export async function searchFor(db: Database, typed: string): Promise<Search | null> {
  const parts = partsOf(typed)
  const creators = await db
    .select({
      creatorId: people.id,
      name: sql<string>`fold_words(concat_ws(' ', ${people.firstName}, ${people.lastName}))`,
      folded: foldedTexts(parts),
    })
    .from(people)
    .where(inArray(people.id, db.selectDistinct({ id: postCounts.creatorId }).from(postCounts)))

  const terms = termsOf(parts, creators[0]?.folded ?? [])
  if (terms.length === 0) return null
  const byCreator = creators.flatMap(({ creatorId, name }) => {
    const rest = terms.filter((term) => !isInName(toWords(name), term))
    if (rest.length === terms.length) return []
    return [{ creatorId, rest: toQueries(rest) }]
  })
  return { everywhere: toQueries(terms), byCreator }
}
