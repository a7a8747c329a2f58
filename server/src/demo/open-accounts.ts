import { eq } from 'drizzle-orm'
import { site } from '@touchline/content/demo/site.ts'
import type { Database } from '#db/database.ts'
import { createPerson } from '#features/people/create-person.ts'
import { recordAgreement } from '#features/agreements/record-agreement.ts'
import { hashPassword } from '#features/people/passwords.ts'
import { people, type Person } from '#features/people/schema.ts'
import { demoEmail, demoPassword } from './accounts.ts'
import { before, days } from './timeline.ts'

export async function personWithEmail(db: Database, email: string): Promise<Person | null> {
  const [found] = await db.select().from(people).where(eq(people.email, email)).limit(1)
  return found ?? null
}

type Opening = Parameters<typeof createPerson>[1]

/**
 * Creates the accounts that never paid: the creator, the moderator, the admin and the newcomer. Returns the creator.
 */
export async function openFreeAccounts(db: Database, seenFrom: Date): Promise<Person> {
  const passwordHash = await hashPassword(demoPassword)
  const [firstName, ...rest] = site.creator.name?.split(' ') ?? []
  const creator = await opened(db, {
    email: demoEmail('creator'),
    passwordHash,
    role: 'creator',
    isMainInfluencer: true,
    firstName: firstName ?? null,
    lastName: rest.join(' ') || null,
    bio: site.creator.bio[0] ?? null,
    location: 'Near a touchline',
    website: 'https://touchline.example',
    createdAt: before(seenFrom, days(365)),
  })
  await opened(db, {
    email: demoEmail('admin'),
    passwordHash,
    role: 'admin',
    firstName: 'Ada',
    lastName: 'Keeper',
    createdAt: before(seenFrom, days(364)),
  })
  await opened(db, {
    email: demoEmail('moderator'),
    passwordHash,
    role: 'moderator',
    firstName: 'Maya',
    lastName: 'Lind',
    createdAt: before(seenFrom, days(200)),
  })
  await opened(db, {
    email: demoEmail('newcomer'),
    passwordHash,
    firstName: 'Noor',
    lastName: 'Haddad',
    createdAt: before(seenFrom, days(1)),
  })
  return creator
}

async function opened(db: Database, person: Opening): Promise<Person> {
  const known = await personWithEmail(db, person.email)
  if (known) return known
  return db.transaction(async (tx) => {
    const made = await createPerson(tx, { ...person, emailProvenAt: person.createdAt })
    await recordAgreement(tx, { personId: made.id, screen: 'invitation', agreedAt: made.createdAt })
    return made
  })
}
