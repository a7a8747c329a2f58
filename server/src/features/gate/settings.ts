import { sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '#db/database.ts'
import { recordAct } from '#features/audit/record-act.ts'
import { isOutside } from '#http/gate-cookie.ts'
import { cachedRead } from '#live/cached-read.ts'
import { notified } from '#live/live-notice.ts'
import type { Services } from '#services.ts'
import { gateSettings } from './schema.ts'

type GateServices = Pick<Services, 'config' | 'clock' | 'db' | 'live' | 'secret' | 'address' | 'site'>

/** The gate as visitors find it. `opensAt` is set while it is closed until then. */
type GateState = { enabled: boolean; opensAt: string | null; hasWaitlist: boolean }

const open: GateState = { enabled: false, opensAt: null, hasWaitlist: false }

export async function savedSettings(db: Queryable) {
  const [row] = await db.select().from(gateSettings)
  return { opensAt: row?.opensAt ?? null, hasWaitlist: row?.hasWaitlist ?? false }
}

/** Returns the gate at this moment. Its settings are cached until they change. */
export function gateOf({ clock, db, live, site }: GateServices): () => Promise<GateState> {
  const settings = cachedRead(live, { read: () => savedSettings(db), isChange: (what) => what === 'gate' })
  return async () => {
    if (!site.settings.gateIsOn) return open
    const { opensAt, hasWaitlist } = await settings.read()
    if (opensAt && opensAt <= clock.now()) return open
    return { enabled: true, opensAt: opensAt?.toISOString() ?? null, hasWaitlist }
  }
}

/** Returns whether the gate is closed for the browser of a request. */
export function closedGate(services: GateServices): (request: FastifyRequest) => Promise<boolean> {
  const gate = gateOf(services)
  return async (request) => isOutside(request, services) && (await gate()).enabled
}

/** Changes the gate. Every process drops its cached settings after the commit. */
export async function changeGate(
  { clock, db, live }: Pick<Services, 'clock' | 'db' | 'live'>,
  actorId: string,
  { opensAt, hasWaitlist }: { opensAt: string | null; hasWaitlist: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const settings = { opensAt: opensAt === null ? null : new Date(opensAt), hasWaitlist }
    await tx
      .insert(gateSettings)
      .values({ id: 1, ...settings })
      .onConflictDoUpdate({ target: gateSettings.id, set: settings })
    await recordAct(tx, { actorId, action: 'gate_changed', at: clock.now() })
    await tx.execute(sql`select ${notified({ changed: 'gate' })}`)
  })
  live.dropCached('gate')
}
