import type { Post } from '@touchline/contract/posts.ts'

/** The title of a saved post, its first words, or its creator. */
export function savedName({ title, content, creator }: Post): string {
  const firstWords = content.split('\n')[0]?.trim() ?? ''
  if (title) return title
  if (firstWords) return firstWords.length > 60 ? `${firstWords.slice(0, 60).trimEnd()} …` : firstWords
  return `Post by ${creator.firstName ?? 'the creator'}`
}
