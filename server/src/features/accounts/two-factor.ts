import type { TwoFactorState } from '@touchline/contract/two-factor.ts'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Queryable } from '#db/database.ts'
import { conflict, invalid } from '#errors.ts'
import type { Viewer } from '#http/viewer.ts'
import { encrypt } from '#crypto/encrypt.ts'
import type { Services } from '#services.ts'
import { matchingStep } from './app-codes.ts'
import { backupCodesLeft, renewBackupCodes } from './backup-codes.ts'
import { twoFactorChanged } from './emails.ts'
import { removalDueAt } from './two-factor-removal.ts'
import { people, twoFactors } from '#features/people/schema.ts'
const isRequiredOf = ({ config }: Pick<Services, 'config'>, { role }: Pick<Viewer, 'role'>) =>
  config.twoFactorRoles.includes(role)

/** Whether the viewer has a passkey, which is also a second step; locks their row. */
async function hasPasskey(tx: Queryable, viewer: Pick<Viewer, 'id'>): Promise<boolean> {
  const [person] = await tx.select().from(people).where(eq(people.id, viewer.id)).for('no key update')
  return person?.hasPasskey ?? false
}

async function rowOf(db: Queryable, personId: string) {
  const [row] = await db.select().from(twoFactors).where(eq(twoFactors.personId, personId)).for('update')
  return row ?? null
}

export async function twoFactorState(
  services: Pick<Services, 'db' | 'config'>,
  viewer: Viewer,
): Promise<TwoFactorState> {
  const row = await rowOf(services.db, viewer.id)
  return {
    isOn: row?.isOn ?? false,
    isRequired: isRequiredOf(services, viewer) && !(await hasPasskey(services.db, viewer)),
    backupCodesLeft: await backupCodesLeft(services.db, viewer.id),
    removedAt: (await removalDueAt(services.db, viewer.id))?.toISOString() ?? null,
  }
}

/** Has no effect until a code is entered. Throws 409 if two-factor authentication is on. */
export async function setUpTwoFactor(
  { db, clock, secret, site }: Pick<Services, 'db' | 'clock' | 'secret' | 'site'>,
  viewer: Viewer,
): Promise<{ otpauthUrl: string; secret: string }> {
  const totp = new TOTP({ issuer: site.settings.name, label: viewer.email, secret: new Secret({ size: 20 }) })
  const row = {
    sealedSecret: encrypt(totp.secret.base32, secret),
    isOn: false,
    lastStep: 0,
    failures: 0,
    lockedUntil: null,
    createdAt: clock.now(),
  }
  await db.transaction(async (tx) => {
    if ((await rowOf(tx, viewer.id))?.isOn) throw conflict('Two-factor authentication is on already.')
    await tx
      .insert(twoFactors)
      .values({ personId: viewer.id, ...row })
      .onConflictDoUpdate({ target: twoFactors.personId, set: row })
  })
  return { otpauthUrl: totp.toString(), secret: totp.secret.base32 }
}

/** Returns the backup codes. Throws 400 for a wrong code, 409 if two-factor authentication is on. */
export async function enableTwoFactor(
  services: Pick<Services, 'db' | 'mail' | 'address' | 'secret'>,
  viewer: Viewer,
  code: string,
): Promise<string[]> {
  const { db, secret, mail, address } = services
  return db.transaction(async (tx) => {
    const row = await rowOf(tx, viewer.id)
    if (row?.isOn) throw conflict('Two-factor authentication is on already.')
    const lastStep = row && matchingStep(row, code, secret)
    if (!lastStep) {
      const message =
        'This code is not right. Check that your phone shows the right time, and try the next one.'
      throw invalid(message, { code: message })
    }
    await tx.update(twoFactors).set({ isOn: true, lastStep }).where(eq(twoFactors.personId, viewer.id))
    await tx.update(people).set({ hasTwoFactor: true, isRecovering: false }).where(eq(people.id, viewer.id))
    await mail.enqueue(tx, twoFactorChanged(viewer, true, address.url))
    return renewBackupCodes(tx, viewer.id, secret)
  })
}

/** Turns off two-factor authentication. Throws 409 if it is off, or if the site requires it and there is no passkey. */
export async function disableTwoFactor(
  services: Pick<Services, 'db' | 'mail' | 'address' | 'config'>,
  viewer: Viewer,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    if (isRequiredOf(services, viewer) && !(await hasPasskey(tx, viewer)))
      throw conflict('This site requires two-factor authentication from you.')
    await removeTwoFactor(tx, services, viewer)
  })
}

/** Removes the second step of a person, in the transaction of the cause. Throws 409 if it is off. */
export async function removeTwoFactor(
  tx: Queryable,
  { mail, address }: Pick<Services, 'mail' | 'address'>,
  person: Pick<Viewer, 'id' | 'email' | 'firstName'>,
): Promise<void> {
  if (!(await rowOf(tx, person.id))?.isOn) throw conflict('Two-factor authentication is off.')
  await tx.delete(twoFactors).where(eq(twoFactors.personId, person.id))
  await tx.update(people).set({ hasTwoFactor: false }).where(eq(people.id, person.id))
  await mail.enqueue(tx, twoFactorChanged(person, false, address.url))
}

/** Replaces the backup codes of the viewer. Throws 409 without two-factor authentication. */
export async function replaceBackupCodes(
  { db, secret }: Pick<Services, 'db' | 'secret'>,
  viewer: Viewer,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    if (!(await rowOf(tx, viewer.id))?.isOn) throw conflict('Two-factor authentication is off.')
    return renewBackupCodes(tx, viewer.id, secret)
  })
}
