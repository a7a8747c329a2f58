import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { moment } from './text.ts'
import { timeZone } from './time-zone.ts'

/* The audience: optional answers of members, shown in groups only so that no one can be identified, and activity. */

/** The club is for adults. */
export const ageBands = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const
export type AgeBand = (typeof ageBands)[number]

/** Smaller groups are never shown on their own. */
export const minGroupSize = 5

/** Null means no answer, and removes an earlier one. */
const answers = {
  ageBand: z.nullable(z.enum(ageBands, { error: 'Please choose one of the age groups.' })),
  country: z.nullable(z.enum(countries, { error: 'Please choose a country from the list.' })),
}
export type AudienceAnswers = { ageBand: AgeBand | null; country: string | null }

export const showAnswers = endpoint({
  method: 'GET',
  path: '/api/audience-answers',
  access: 'signedIn',
  summary: 'The viewer’s answers for the club’s statistics; null where not given.',
  reply: z.object({ ...answers, toldAt: z.nullable(moment) }),
})
export type SharedAnswers = z.output<typeof showAnswers.reply & {}>

export const changeAnswers = endpoint({
  method: 'PUT',
  path: '/api/audience-answers',
  access: 'signedIn',
  summary: 'Replaces both answers; both null deletes them.',
  body: z.object(answers),
  reply: z.object({ ...answers, toldAt: z.nullable(moment) }),
})

const count = z.int()

/** Stays unchanged until enough answers have changed that comparing the two identifies no one. */
const spread = z.object({
  members: count,
  answered: count,
  /** Largest first, each with at least five people. */
  groups: z.array(z.object({ key: z.string(), count })),
  /** Smaller groups together: none, or at least five people. */
  others: count,
  at: moment,
})
export type Spread = z.output<typeof spread>

/** Activity is hidden below this number of actions or the minimum group size. */
export const minActions = 50
/** Four weeks, so that every weekday counts equally often. */
export const activeDays = 28

export const audience = endpoint({
  method: 'GET',
  path: '/api/analytics/audience',
  access: 'creator',
  summary:
    'Age groups and countries of the members as counted last (null while there are too few answers, or all are the same), and when they are active in a time zone (UTC if none is named).',
  query: z.object({ timeZone: z.optional(timeZone) }),
  reply: z.object({
    ages: z.nullable(spread),
    countries: z.nullable(spread),
    activity: z.object({
      timeZone: z.string(),
      since: moment,
      until: moment,
      /** Likes, comments and tips of members in that period. */
      actions: count,
      /** Seven days from Monday, 24 hours each; null with too little data. */
      hours: z.nullable(z.array(z.array(count))),
    }),
  }),
})
export type Audience = z.output<typeof audience.reply & {}>
