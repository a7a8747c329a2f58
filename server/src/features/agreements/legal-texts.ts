import type { SiteSettings } from '@touchline/contract/site-settings.ts'

/** The texts people agree to when they join. */
export const legalTexts = ['terms', 'privacy', 'rules'] as const
export type LegalText = (typeof legalTexts)[number]

/** Returns the texts that people agree to as the settings of the site have them. */
export function legalTextsOf({
  terms,
  privacy,
  rules,
}: Pick<SiteSettings, LegalText>): Record<LegalText, string> {
  const items = rules.items.map(({ number, name, words }) => `${number}. ${name}\n${words}\n`)
  return { terms, privacy, rules: items.join('\n') }
}
