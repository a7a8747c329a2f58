import { createHmac, randomInt } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { backupCodes } from '#features/people/schema.ts'

const codeCount = 10
const length = 10
/** Without characters that are easily confused. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

const newCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A code is too short for a bare hash: without the secret of the site, a stolen row is useless. */
const codeHash = (code: string, secret: string) =>
  createHmac('sha256', secret).update(`backup code ${code}`).digest('hex')

/** Replaces the backup codes of a person and returns the ten new ones as shown: `abcde-fgh23`. */
export async function renewBackupCodes(tx: Queryable, personId: string, secret: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  await tx.delete(backupCodes).where(eq(backupCodes.personId, personId))
  await tx.insert(backupCodes).values(codes.map((code) => ({ personId, codeHash: codeHash(code, secret) })))
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`)
}

/** Consumes a code; false if the person has no such code. */
export async function useBackupCode(
  tx: Queryable,
  { personId, code, secret }: { personId: string; code: string; secret: string },
): Promise<boolean> {
  const used = await tx
    .delete(backupCodes)
    .where(and(eq(backupCodes.personId, personId), eq(backupCodes.codeHash, codeHash(code, secret))))
    .returning({ personId: backupCodes.personId })
  return used.length > 0
}

export async function backupCodesLeft(db: Queryable, personId: string): Promise<number> {
  const [left] = await db
    .select({ count: count() })
    .from(backupCodes)
    .where(eq(backupCodes.personId, personId))
  return left?.count ?? 0
}
