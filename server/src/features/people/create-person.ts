import { v7 as uuid } from 'uuid'
import type { Queryable } from '#db/database.ts'
import { people, type Person } from './schema.ts'

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
