import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { emailChanges, people, type Person } from '#features/people/schema.ts'
import { exampleEmails } from '#features/emails/catalogue.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import * as deletionEmails from './emails.ts'
import type { NamingWords } from '#payments/redact-provider-data.ts'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Names of the people in the example emails, which do not count as words of the site. */
const examplePeople = new Set(['mina', 'osei', 'sam'])

const siteTexts = () =>
  new Set(
    exampleEmails(deletionEmails)
      .map(({ compose }) => compose(''))
      .flatMap(({ subject, text }) => wordsIn(`${subject} ${text}`))
      .filter((word) => !examplePeople.has(word)),
  )

/** The words of the site's own emails and of alerts, without the names of the members they concern. */
async function knownWords(db: Queryable): Promise<Set<string>> {
  const known = siteTexts()
  const { firstName, lastName, email } = people
  const alerts = await db
    .selectDistinct({ message: paymentAlerts.message, firstName, lastName, email })
    .from(paymentAlerts)
    .leftJoin(people, eq(people.id, paymentAlerts.personId))
  for (const { message, ...person } of alerts) {
    const names = new Set(wordsIn([person.firstName, person.lastName, person.email].join(' ')))
    for (const word of wordsIn(message)) if (!names.has(word)) known.add(word)
  }
  return known
}

/** The previous, proven addresses of an account, except those that belong to another account now. */
export async function formerAddressesOf(db: Queryable, personId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ email: emailChanges.formerEmail })
    .from(emailChanges)
    .leftJoin(people, eq(people.email, emailChanges.formerEmail))
    .where(
      and(
        eq(emailChanges.personId, personId),
        eq(emailChanges.state, 'changed'),
        isNotNull(emailChanges.undoBy),
        isNull(people.id),
      ),
    )
  return rows.map(({ email }) => email)
}

/**
 * `elsewhere` is safe to match in any text: the address, and a unique full name with two words that the site's texts
 * lack. "Will May" and "the customer" identify no one. `own` is for texts about this person.
 */
export async function findIdentifyingText(db: Queryable, person: Person): Promise<NamingWords> {
  const { email, phoneNumber } = person
  const names = [person.firstName, person.lastName].flatMap((name) => name?.trim() || [])
  const fullName = names.join(' ')
  const known = await knownWords(db)
  const isKnown = (name: string) => wordsIn(name).every((word) => known.has(word))
  // Longest first, so that the full name is matched before its parts. A name that is also a site word is left out.
  const forms = names.length > 1 ? [fullName, ...names.filter((name) => !isKnown(name))] : names
  const theirs = { own: [email, ...(phoneNumber ? [phoneNumber] : []), ...forms], elsewhere: [email] }
  if (new Set(wordsIn(fullName).filter((word) => !known.has(word))).size < 2) return theirs
  const namesakes = await db.$count(
    people,
    and(
      ne(people.id, person.id),
      isNull(people.erasedAt),
      sql`lower(concat_ws(' ', ${people.firstName}, ${people.lastName})) = ${fullName.toLowerCase()}`,
    ),
  )
  return namesakes === 0 ? { ...theirs, elsewhere: [email, fullName] } : theirs
}
