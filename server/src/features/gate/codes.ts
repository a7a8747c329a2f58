import type { GateCode, NewGateCode } from '@touchline/contract/admissions.ts'
import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { v7 as uuid, validate as isUuid } from 'uuid'
import { conflict, invalid, notFound } from '#errors.ts'
import { actorOf, recordAct } from '#features/audit/record-act.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { gateCodes } from './schema.ts'

type ForCodes = Pick<Services, 'clock' | 'db' | 'config'>

const taken = () => conflict('This code exists already. Please choose another one.')

export async function createGateCode(
  { clock, db, config }: ForCodes,
  actor: Pick<Viewer, 'id' | 'apiKey'>,
  { expiresAt, ...wanted }: NewGateCode,
): Promise<void> {
  const createdAt = clock.now()
  const until = expiresAt === null ? null : new Date(expiresAt)
  if (until && until <= createdAt)
    throw invalid('This date is over.', { expiresAt: 'Choose a date in the future.' })
  if (wanted.code === config.accessCode?.toLowerCase()) throw taken()
  await db.transaction(async (tx) => {
    const row = { id: uuid(), ...wanted, expiresAt: until, createdAt }
    const added = await tx.insert(gateCodes).values(row).onConflictDoNothing().returning({ id: gateCodes.id })
    if (added.length === 0) throw taken()
    await recordAct(tx, { ...actorOf(actor), action: 'gate_code_created', subject: row.code, at: createdAt })
  })
}

/** Ends a code for good; a second end changes nothing. */
export async function endGateCode(
  { clock, db }: ForCodes,
  actor: Pick<Viewer, 'id' | 'apiKey'>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw notFound('Code')
  const at = clock.now()
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(gateCodes).where(eq(gateCodes.id, id)).for('update')
    if (!found) throw notFound('Code')
    if (found.endedAt) return
    await tx.update(gateCodes).set({ endedAt: at }).where(eq(gateCodes.id, id))
    await recordAct(tx, { ...actorOf(actor), action: 'gate_code_ended', subject: found.code, at })
  })
}

const stateOf = ({ maxUses, uses, expiresAt, endedAt }: typeof gateCodes.$inferSelect, now: Date) => {
  if (endedAt) return 'ended'
  if (expiresAt && expiresAt <= now) return 'expired'
  return maxUses !== null && uses >= maxUses ? 'used_up' : 'active'
}

const why = {
  ended: 'This access code is no longer valid.',
  expired: 'This access code has expired.',
  used_up: 'This access code has been used up.',
}

/** One statement counts the use and checks the limit, so that concurrent visitors never exceed it. */
export async function enterWithCode(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  typed: string,
  /** The code with which this browser has entered already; it is not counted again. */
  enteredWith: string | null,
): Promise<{ id: string } | { refused: string | null }> {
  const code = typed.trim().toLowerCase()
  const now = clock.now()
  const [used] = await db
    .update(gateCodes)
    .set({
      uses: sql`${gateCodes.uses} + case when ${gateCodes.id}::text = ${enteredWith} then 0 else 1 end`,
    })
    .where(
      and(
        eq(gateCodes.code, code),
        isNull(gateCodes.endedAt),
        or(isNull(gateCodes.expiresAt), gt(gateCodes.expiresAt, now)),
        or(
          isNull(gateCodes.maxUses),
          lt(gateCodes.uses, gateCodes.maxUses),
          sql`${gateCodes.id}::text = ${enteredWith}`,
        ),
      ),
    )
    .returning({ id: gateCodes.id })
  if (used) return used
  const [known] = await db.select().from(gateCodes).where(eq(gateCodes.code, code))
  const state = known && stateOf(known, now)
  return { refused: state && state !== 'active' ? why[state] : null }
}

const maxListed = 200

/** Returns the newest codes. */
export async function listGateCodes({ clock, db }: Pick<Services, 'clock' | 'db'>): Promise<GateCode[]> {
  const rows = await db.select().from(gateCodes).orderBy(desc(gateCodes.createdAt)).limit(maxListed)
  return rows.map((row) => {
    const { id, name, code, campaign, maxUses, uses } = row
    return {
      id,
      name,
      code,
      campaign,
      maxUses,
      uses,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      state: stateOf(row, clock.now()),
      createdAt: row.createdAt.toISOString(),
    }
  })
}
