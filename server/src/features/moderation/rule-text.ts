import type { Rule } from '@touchline/contract/moderation.ts'
import type { Services } from '#services.ts'

/** Returns a community rule as emails quote it. */
export function ruleText({ site }: Pick<Services, 'site'>, key: Rule): string {
  const found = site.settings.rules.items.find((rule) => rule.key === key)
  if (!found) throw new Error(`the rule ${key} has no text`)
  return `Rule ${found.number}, “${found.name}”: ${found.words}`
}
