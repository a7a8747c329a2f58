import { textsQuery } from '#site/site.ts'
import { useQuery } from '@tanstack/react-query'
import type { Measure, ModerationCase, OwnReport, Reportable, Rule } from '@touchline/contract/moderation.ts'
import { fullNameOf } from '#people/names.ts'
import { excerpt } from '#ui/excerpt.ts'

/** Returns the rules and what is shown of one: `Rule 1: Play the ball, not the person`. Empty while they load. */
export function useRules() {
  const items = useQuery(textsQuery).data?.rules.items ?? []
  const findRule = (key: Rule) => items.find((rule) => rule.key === key)
  const ruleTitle = (key: Rule) => {
    const found = findRule(key)
    return found ? `Rule ${found.number}: ${found.name}` : ''
  }
  return { items, ruleTitle, ruleWords: (key: Rule) => findRule(key)?.words ?? '' }
}

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
