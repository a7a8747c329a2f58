/** Stands where the name of somebody was whose account was erased. */
const deletedMember = 'Former member'

/** How a sentence names a member to others: in quotes, so that it can be told from the words around it. */
export const quotedName = (name: string) => `“${name}”`

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Whom to take out of a text: `phrases` exactly as they are written, `words` in any case where they stand alone. */
export type Redaction = { phrases?: string[]; words?: string[] }

/** The same text with "Former member" in place of what names somebody. */
export function redacted(text: string, { phrases = [], words = [] }: Redaction): string {
  const withoutPhrases = phrases.reduce(
    (rest, phrase) => rest.replaceAll(phrase, quotedName(deletedMember)),
    text,
  )
  if (words.length === 0) return withoutPhrases
  const alone = new RegExp(
    String.raw`(?<![\p{L}\p{M}\p{N}_.+-])(?:${words.map(escaped).join('|')})(?![\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{N}])`,
    'giu',
  )
  return withoutPhrases.replaceAll(alone, deletedMember)
}
