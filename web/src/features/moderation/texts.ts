import { communityRules } from '@touchline/content/community-rules.ts'
import type { Measure, ModerationCase, OwnReport, Reportable, Rule } from '@touchline/contract/moderation.ts'
import { fullNameOf } from '#people/names.ts'
import { excerpt } from '#ui/excerpt.ts'

export function findRule(key: Rule) {
  const found = communityRules.find((rule) => rule.key === key)
  if (!found) throw new Error(`There are no words for the rule ${key}.`)
  return found
}

/** `Rule 1: Play the ball, not the person`. */
export const ruleTitle = (key: Rule) => `Rule ${findRule(key).number}: ${findRule(key).name}`

export const thingNames: Record<Reportable, string> = {
  post: 'Post',
  comment: 'Comment',
  tip: 'Message with a tip',
}

export const formerMember = 'Someone who has left'

export const authorOf = ({ accused }: Pick<ModerationCase, 'accused'>) =>
  accused ? fullNameOf(accused, 'A member') : formerMember

/** Names a case in labels and questions: `Comment of Mina Okafor: “Offside!”`. */
export function caseLabel({
  kind,
  accused,
  thing,
}: Pick<ModerationCase, 'kind' | 'accused' | 'thing'>): string {
  const words = thing.title || excerpt(thing.text ?? '')
  return `${thingNames[kind]} of ${authorOf({ accused })}${words ? `: “${words}”` : ''}`
}

export const measureNames: Record<Measure, string> = {
  dismiss: 'Dismissed',
  remove: 'Removed',
  warn: 'Author warned',
  block: 'Author blocked',
}

export const resultText: Record<OwnReport['result'], string> = {
  open: 'The moderators have not looked at it yet.',
  dismissed: 'It does not break the rules.',
  acted: 'It breaks the rules, and the moderators acted on it.',
  overturned: 'After an appeal: it does not break the rules.',
}
