import { eq } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { emailChanges, people, twoFactorRemovals } from './schema.ts'

export async function exportPerson({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const [person] = await db
    .select({
      firstName: people.firstName,
      lastName: people.lastName,
      email: people.email,
      emailConfirmedAt: people.emailProvenAt,
      phoneNumber: people.phoneNumber,
      role: people.role,
      bio: people.bio,
      location: people.location,
      website: people.website,
      hasTwoFactor: people.hasTwoFactor,
      privateProfile: people.isPrivate,
      contentAnalytics: people.countsViews,
      sharing: people.sharing,
      keepsHistory: people.keepsHistory,
      historyClearedAt: people.historyClearedAt,
      joinedAt: people.createdAt,
    })
    .from(people)
    .where(eq(people.id, viewer.id))
  const addressChanges = await db
    .select({
      from: emailChanges.formerEmail,
      to: emailChanges.newEmail,
      state: emailChanges.state,
      askedAt: emailChanges.askedAt,
      changedAt: emailChanges.changedAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.personId, viewer.id))
    .orderBy(emailChanges.askedAt)
  const secondStepRemovals = await db
    .select({
      askedAt: twoFactorRemovals.askedAt,
      dueAt: twoFactorRemovals.dueAt,
      state: twoFactorRemovals.state,
      endedAt: twoFactorRemovals.endedAt,
    })
    .from(twoFactorRemovals)
    .where(eq(twoFactorRemovals.personId, viewer.id))
    .orderBy(twoFactorRemovals.askedAt)
  const { phoneNumber, ...profile } = person ?? {}
  return { ...profile, ...(phoneNumber ? { phoneNumber } : {}), addressChanges, secondStepRemovals }
}
