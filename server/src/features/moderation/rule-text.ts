import { communityRules } from '@touchline/content/community-rules.ts'
import type { Rule } from '@touchline/contract/moderation.ts'

/** A community rule as letters cite it. */
export function ruleText(key: Rule): string {
  const found = communityRules.find((rule) => rule.key === key)
  if (!found) throw new Error(`There are no words for the rule ${key}.`)
  return `Rule ${found.number}, “${found.name}”: ${found.words}`
}
