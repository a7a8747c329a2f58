import type { Measure, OwnReport, Reportable } from '@touchline/contract/moderation.ts'
import { formatDay } from '#time/format-date.ts'
import { composeEmail, defineEmail, exampleReader, type Recipient } from '#mail/email.ts'
import { thingNames } from './reported-thing.ts'

/** `rule` is its text. */
type About = { kind: Reportable; rule: string; words: string | null }

const exampleRule = 'Rule 1, “Play the ball, not the person”: No insults.'
const comment = { kind: 'comment', rule: exampleRule, words: null } as const
const exampleDay = new Date('2027-03-15T09:00:00Z')
const decision = { ...comment, words: 'Please stay with the match.', until: null, appealUntil: exampleDay }

const allRules = (siteUrl: string) => ['', 'All the rules of the club:', `${siteUrl}/rules`]
const said = (words: string | null) => (words ? ['', 'The moderators wrote:', words] : [])

const results: Record<Exclude<OwnReport['result'], 'open'>, string> = {
  dismissed: 'and found that it does not break our rules. It stays where it is.',
  acted: 'and found that it breaks our rules. We have acted on it.',
  overturned: 'once more after an appeal, and found that it does not break our rules after all.',
}

/** Informs a reporter about the outcome, but not about consequences for the author. */
export const reportAnswered = defineEmail(
  (
    reader: Recipient,
    { kind, rule }: Omit<About, 'words'>,
    result: Exclude<OwnReport['result'], 'open'>,
    siteUrl: string,
  ) =>
    composeEmail(reader, 'What came of your report', [
      `Thank you for reporting a ${thingNames[kind]}. We have looked at it ${results[result]}`,
      '',
      rule,
      ...allRules(siteUrl),
    ]),
  { 'report-answered': ['Reported something', (siteUrl) => [exampleReader, comment, 'acted', siteUrl]] },
)

const measures: Record<Exclude<Measure, 'dismiss'>, (thing: string, until: Date | null) => string> = {
  remove: (thing) => `We have removed a ${thing} of yours, because it breaks our rules.`,
  warn: (thing) =>
    `This is a warning: a ${thing} of yours breaks our rules. It stays, but please do not do it again.`,
  block: (thing, until) =>
    `We have removed a ${thing} of yours, because it breaks our rules, and blocked your account ${until ? `until ${formatDay(until)}` : 'for good'}.`,
}

export const decided = defineEmail(
  (
    reader: Recipient,
    {
      kind,
      rule,
      words,
      measure,
      until,
      appealUntil,
    }: About & { measure: Exclude<Measure, 'dismiss'>; until: Date | null; appealUntil: Date },
    appealUrl: string,
    siteUrl: string,
  ) =>
    composeEmail(
      reader,
      measure === 'warn' ? 'A warning from the moderators' : 'A decision by the moderators',
      [
        measures[measure](thingNames[kind], until),
        '',
        rule,
        ...said(words),
        '',
        `If you think that is wrong, you can appeal until ${formatDay(appealUntil)}:`,
        appealUrl,
        ...allRules(siteUrl),
      ],
    ),
  {
    'comment-removed': [
      'The moderators removed something',
      (siteUrl) => [exampleReader, { ...decision, measure: 'remove' }, `${siteUrl}/appeal#example`, siteUrl],
    ],
    warning: [
      'The moderators warn',
      (siteUrl) => [exampleReader, { ...decision, measure: 'warn' }, `${siteUrl}/appeal#example`, siteUrl],
    ],
    'blocked-by-moderators': [
      'The moderators blocked the account',
      (siteUrl) => [
        exampleReader,
        { ...decision, measure: 'block', until: exampleDay },
        `${siteUrl}/appeal#example`,
        siteUrl,
      ],
    ],
  },
)

export const appealAnswered = defineEmail(
  (
    reader: Recipient,
    { kind, rule, words }: About,
    { outcome, isPutBack }: { outcome: 'upheld' | 'overturned'; isPutBack: boolean },
  ) =>
    composeEmail(reader, 'Your appeal has been decided', [
      outcome === 'upheld'
        ? `We have looked again at the decision about your ${thingNames[kind]}. It stands.`
        : `We have looked again at the decision about your ${thingNames[kind]}, and taken it back.${isPutBack ? ' What was removed can be seen again.' : ''}`,
      '',
      rule,
      ...said(words),
    ]),
  {
    'appeal-upheld': [
      'An appeal was not followed',
      () => [exampleReader, comment, { outcome: 'upheld', isPutBack: false }],
    ],
    'appeal-overturned': [
      'An appeal was followed',
      () => [exampleReader, comment, { outcome: 'overturned', isPutBack: true }],
    ],
  },
)
