import { and, eq, gt, ne } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people, type Person, emailChanges } from './schema.ts'

type NewPerson = Pick<Person, 'email' | 'createdAt'> & Partial<Omit<Person, 'id' | 'email' | 'createdAt'>>

/** Creates a subscriber by default. A taken address violates the unique index `people_email_key`. */
export async function createPerson(tx: Queryable, person: NewPerson): Promise<Person> {
  const [created] = await tx
    .insert(people)
    .values({ role: 'subscriber', ...person, email: person.email.toLowerCase(), id: uuid() })
    .returning()
  if (!created) throw new Error('the person was not returned')
  return created
}

/** Whether an address belongs to an account, or can still be reclaimed by its previous owner. */
export async function isAddressTaken(
  db: Queryable,
  { email, now, exceptOf }: { email: string; now: Date; exceptOf?: string },
): Promise<boolean> {
  const others = exceptOf === undefined ? undefined : ne(people.id, exceptOf)
  const [owner] = await db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.email, email), others))
    .limit(1)
  if (owner) return true
  const [reserved] = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.formerEmail, email),
        eq(emailChanges.state, 'changed'),
        gt(emailChanges.undoBy, now),
        exceptOf === undefined ? undefined : ne(emailChanges.personId, exceptOf),
      ),
    )
    .limit(1)
  return reserved !== undefined
}
