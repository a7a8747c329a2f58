import { communityRules } from '@touchline/content/community-rules.ts'
import type { Rule } from '@touchline/contract/moderation.ts'

/** Returns a community rule as emails quote it. */
export function ruleText(key: Rule): string {
  const found = communityRules.find((rule) => rule.key === key)
  if (!found) throw new Error(`the rule ${key} has no text`)
  return `Rule ${found.number}, “${found.name}”: ${found.words}`
}
