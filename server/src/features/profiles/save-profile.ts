import type { ProfileForm } from '@touchline/contract/profiles.ts'
import { eq } from 'drizzle-orm'
import { accessDenied } from '#errors.ts'
import { describePerson } from '#features/people/describe-person.ts'
import { people } from '#features/people/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'

type Facts = Partial<Record<keyof ProfileForm, string | null>>

const fields = ['firstName', 'lastName', 'bio', 'location', 'website'] as const

/** Normalizes the form: empty texts become null, and only creators have a website. */
function toFacts(form: ProfileForm, { role }: Pick<Viewer, 'role'>): Facts {
  const facts: Facts = {}
  for (const field of fields) {
    const text = form[field]
    if (text !== undefined && (field !== 'website' || role === 'creator')) facts[field] = text || null
  }
  return facts
}

/** Members know each other by name, and tips and payments carry it, so a name that is set cannot change. */
function refuseNameChange(facts: Facts, known: Pick<Viewer, 'firstName' | 'lastName'>) {
  for (const name of ['firstName', 'lastName'] as const)
    if (known[name] !== null && facts[name] !== undefined && facts[name] !== known[name])
      throw accessDenied('Your name cannot be changed. Please write to support if it is wrong.')
}

/** Saves a profile and returns the viewer. Throws 403 when a subscriber changes a name that is set. */
export async function saveProfile(
  { db }: Pick<Services, 'db'>,
  viewer: Viewer,
  form: ProfileForm,
): Promise<Viewer> {
  const facts = toFacts(form, viewer)
  return db.transaction(async (tx) => {
    const names = { firstName: people.firstName, lastName: people.lastName }
    const [known] = await tx.select(names).from(people).where(eq(people.id, viewer.id)).for('no key update')
    if (known && viewer.role === 'subscriber') refuseNameChange(facts, known)
    await describePerson(tx, viewer.id, facts)
    return { ...viewer, ...facts }
  })
}
