import { communityRules } from '@touchline/content/community-rules.ts'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The texts people agree to when they join. */
export const legalTexts = ['terms', 'privacy', 'rules'] as const
export type LegalText = (typeof legalTexts)[number]

const fileOf = (name: string) => fileURLToPath(import.meta.resolve(`@touchline/content/${name}`))

/** Reads the texts that this version of the site publishes. */
export async function readLegalTexts(): Promise<Record<LegalText, string>> {
  const [terms, privacy] = await Promise.all(
    ['terms.md', 'privacy.md'].map((name) => readFile(fileOf(name), 'utf8')),
  )
  const rules = communityRules.map(({ number, name, words }) => `${number}. ${name}\n${words}\n`).join('\n')
  return { terms: terms!, privacy: privacy!, rules }
}
