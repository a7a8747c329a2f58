import { and, isNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from '#features/people/schema.ts'
import { exampleEmails } from '#features/emails/example-emails.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { deletionExamples } from './example-emails.ts'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The people the example emails are about: their names are not the site's own words. */
const examplePeople = new Set(['mina', 'osei', 'sam'])

const siteTexts = () =>
  new Set(
    [...exampleEmails(''), ...deletionExamples('')]
      .flatMap(({ message: { subject, text } }) => wordsIn(`${subject} ${text}`))
      .filter((word) => !examplePeople.has(word)),
  )

/**
 * The words that name somebody beyond doubt in any text: the email address, and the full name if nobody else has it and
 * at least two of its words stand in none of the site's own texts. "Will May" and "the customer" do not name anybody.
 */
export async function findIdentifyingText(db: Queryable, person: Person): Promise<string[]> {
  const fullName = [person.firstName, person.lastName].filter(Boolean).join(' ').trim()
  const known = siteTexts()
  const alerts = await db.selectDistinct({ message: paymentAlerts.message }).from(paymentAlerts)
  for (const { message } of alerts) for (const word of wordsIn(message)) known.add(word)
  const own = new Set(wordsIn(fullName).filter((word) => !known.has(word)))
  if (own.size < 2) return [person.email]
  const namesakes = await db.$count(
    people,
    and(
      ne(people.id, person.id),
      isNull(people.erasedAt),
      sql`lower(concat_ws(' ', ${people.firstName}, ${people.lastName})) = ${fullName.toLowerCase()}`,
    ),
  )
  return namesakes === 0 ? [person.email, fullName] : [person.email]
}
