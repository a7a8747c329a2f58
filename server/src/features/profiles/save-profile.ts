import type { ProfileForm } from '@touchline/contract/profiles.ts'
import { eq } from 'drizzle-orm'
import { accessDenied } from '#errors.ts'
import { describePerson } from '#features/people/describe-person.ts'
import { people } from '#features/people/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Facts = Partial<Record<keyof ProfileForm, string | null>>

const fields = ['firstName', 'lastName', 'bio', 'location', 'website'] as const

/** What was written, as it is kept: nothing said is null, and only creators have a website. */
function toFacts(written: ProfileForm, { role }: Pick<Viewer, 'role'>): Facts {
  const facts: Facts = {}
  for (const field of fields) {
    const text = written[field]
    if (text !== undefined && (field !== 'website' || role === 'creator')) facts[field] = text || null
  }
  return facts
}

/** Members know each other by their names, and tips and payments carry them: what was set once stays. */
function refuseAnotherName(facts: Facts, known: Pick<Viewer, 'firstName' | 'lastName'>) {
  for (const name of ['firstName', 'lastName'] as const)
    if (known[name] !== null && facts[name] !== undefined && facts[name] !== known[name])
      throw accessDenied('Your name cannot be changed. Please write to support if it is wrong.')
}

/** Saves what a person says about themselves and answers it. 403 for a subscriber whose name is set already. */
export async function saveProfile(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  written: ProfileForm,
): Promise<Viewer> {
  const facts = toFacts(written, viewer)
  return db.transaction(async (tx) => {
    const names = { firstName: people.firstName, lastName: people.lastName }
    const [known] = await tx.select(names).from(people).where(eq(people.id, viewer.id)).for('no key update')
    if (known && viewer.role === 'subscriber') refuseAnotherName(facts, known)
    await describePerson(tx, viewer.id, facts)
    return { ...viewer, ...facts }
  })
}
