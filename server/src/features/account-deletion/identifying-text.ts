import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from '#features/people/schema.ts'
import { exampleEmails } from '#features/emails/example-emails.ts'
import { paymentAlerts } from '#alerts/schema.ts'
import { deletionExamples } from './example-emails.ts'
import type { NamingWords } from '#payments/redact-provider-data.ts'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** The people the example emails are about: their names are not the site's own words. */
const examplePeople = new Set(['mina', 'osei', 'sam'])

const siteTexts = () =>
  new Set(
    [...exampleEmails(''), ...deletionExamples('')]
      .flatMap(({ message: { subject, text } }) => wordsIn(`${subject} ${text}`))
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

/**
 * The text that identifies a person. `elsewhere`, in any text, beyond doubt: the email address, and the full name if nobody
 * else has it and at least two of its words stand in none of the site's own texts. "Will May" and "the customer" do not
 * name anybody. `own`, in what is about them: also the full name as it is, each name alone, and the phone number.
 */
export async function findIdentifyingText(db: Queryable, person: Person): Promise<NamingWords> {
  const { email, phoneNumber } = person
  const names = [person.firstName, person.lastName].flatMap((name) => name?.trim() || [])
  const fullName = names.join(' ')
  const known = await knownWords(db)
  const isKnown = (name: string) => wordsIn(name).every((word) => known.has(word))
  // The longest first: the full name goes as a whole. A name that is a word of the site's would take that word along.
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
