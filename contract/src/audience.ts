import * as z from 'zod/mini'
import { countries } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { moment } from './text.ts'

/*
 * Who the members are, by what they chose to tell, and when they are active, by what they did. Nobody can be worked out:
 * answers are shown in groups alone.
 */

/** The club is for adults. */
export const ageBands = ['18-24', '25-34', '35-44', '45-54', '55-64', '65+'] as const
export type AgeBand = (typeof ageBands)[number]

/** Fewer people than this are never shown as a group of their own. */
export const minGroupSize = 5

/** Nothing is told until somebody tells it, and null takes it back. */
const answers = {
  ageBand: z.nullable(z.enum(ageBands, { error: 'Please choose one of the age groups.' })),
  country: z.nullable(z.enum(countries, { error: 'Please choose a country from the list.' })),
}
export type AudienceAnswers = { ageBand: AgeBand | null; country: string | null }

export const showAnswers = endpoint({
  method: 'GET',
  path: '/api/audience-answers',
  access: 'signedIn',
  summary: 'What one told of oneself for the club’s statistics; null where nothing.',
  reply: z.object({ ...answers, toldAt: z.nullable(moment) }),
})
export type SharedAnswers = z.output<typeof showAnswers.reply & {}>

export const changeAnswers = endpoint({
  method: 'PUT',
  path: '/api/audience-answers',
  access: 'signedIn',
  summary: 'Tells both answers anew; with both null nothing is kept.',
  body: z.object(answers),
  reply: z.object({ ...answers, toldAt: z.nullable(moment) }),
})

const count = z.int()

/**
 * How the answers to one question were spread over the members at a moment. It stays that of then until enough answers
 * have changed that nobody can be made out by holding one against the other.
 */
const spread = z.object({
  members: count,
  answered: count,
  /** Largest first, none smaller than five people. */
  groups: z.array(z.object({ key: z.string(), count })),
  /** Those of smaller groups together: none, or five at least. */
  others: count,
  at: moment,
})
export type Spread = z.output<typeof spread>

/** Fewer actions than this, or by fewer people than a group has, say nothing about habits. */
export const minActions = 50
/** Four weeks, so that every day of the week comes as often as the others. */
export const activeDays = 28

const timeZoneWanted = 'Please name a time zone like Europe/London.'

function isTimeZone(name: string) {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A zone of the IANA database by name; offsets like +02:00 know no summer and are none. */
const timeZone = z
  .string({ error: timeZoneWanted })
  .check(
    z.maxLength(64, timeZoneWanted),
    z.regex(/^[A-Za-z]/, timeZoneWanted),
    z.refine(isTimeZone, timeZoneWanted),
  )

export const audience = endpoint({
  method: 'GET',
  path: '/api/analytics/audience',
  access: 'creator',
  summary:
    'Age groups and countries of the members as counted last (null while too few have told, or everybody the same), and when they are active in a time zone (UTC if none is named).',
  query: z.object({ timeZone: z.optional(timeZone) }),
  reply: z.object({
    ages: z.nullable(spread),
    countries: z.nullable(spread),
    activity: z.object({
      timeZone: z.string(),
      since: moment,
      until: moment,
      /** Likes, comments and tips of members between the two. */
      actions: count,
      /** Seven days from Monday on, each with its 24 hours; null while there are too few. */
      hours: z.nullable(z.array(z.array(count))),
    }),
  }),
})
export type Audience = z.output<typeof audience.reply & {}>
