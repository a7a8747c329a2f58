export const deletedMember = 'Former member'

/** Quotes a member's name in a sentence, which sets it apart from the words around it. */
export const quotedName = (name: string) => `“${name}”`

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What to remove from a text: `phrases` exactly as written, `words` in any case where they stand alone. */
export type Redaction = { phrases?: string[]; words?: string[] }

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
