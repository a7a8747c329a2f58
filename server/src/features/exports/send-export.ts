import { type DataType, estimatedBytesHeader } from '@touchline/contract/exports.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAct } from '#features/audit/record-act.ts'
import { attachment } from '#http/attachment.ts'
import { cutOff } from '#http/cut-off.ts'
import { refusalFor } from '#http/policy.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { entriesOf } from './entries.ts'
import { mediaBytes } from './media-entries.ts'
import { mayExport, refuseForeignData } from './may-export.ts'
import { finishExport, renewExport, claimExport } from './claim-export.ts'
import { zipOf } from './zip.ts'

type Asking = { viewer: Viewer; types: DataType[]; request: FastifyRequest; reply: FastifyReply }

const aliveEveryMs = 10_000
const stalledMs = 60_000

/** What the zip is called: for whom, and from which day. */
function nameFor({ firstName, email }: Viewer, now: Date) {
  const who = firstName ?? email.slice(0, email.indexOf('@'))
  return `${who}-data-${now.toISOString().slice(0, 10)}.zip`
}

/**
 * Sends a person's data as a zip that is made while it is read: nothing of it is kept. It is cut off when they are
 * signed out or lose what they may export, and stops when nobody reads on. 403 for others' data, 429 out of turn.
 */
export async function sendExport(services: Services, { viewer, types, request, reply }: Asking) {
  const { db, clock, live, log } = services
  refuseForeignData(viewer, types)
  const turn = await claimExport(services, viewer.id)
  const releaseTurn = () =>
    finishExport(services, turn).catch((error: unknown) =>
      log.warn({ err: error }, 'the turn of an export could not be given back'),
    )
  try {
    if (types.includes('subscribers'))
      await recordAct(db, { actorId: viewer.id, action: 'subscribers_exported', at: clock.now() })
    const bytes = types.includes('media') ? await mediaBytes(services, viewer) : 0
    void reply
      .header('content-disposition', attachment(nameFor(viewer, clock.now())))
      .header('cache-control', 'no-store')
      .header(estimatedBytesHeader, String(bytes))
      .type('application/zip')
  } catch (error) {
    await releaseTurn()
    throw error
  }

  const zip = zipOf(entriesOf(services, viewer, types))
  const leave = live.admit({
    viewer,
    request,
    mayStay: async (now) => now !== null && refusalFor('signedIn', now) === null && mayExport(now, types),
    leave: () => void cutOff(reply),
  })
  const alive = setInterval(
    () =>
      void renewExport(services, turn).catch((error: unknown) =>
        log.warn({ err: error }, 'an export could not say that it is running'),
      ),
    aliveEveryMs,
  )
  zip.once('error', (error) => log.error({ err: error }, 'an export could not be finished'))
  zip.once('close', () => {
    clearInterval(alive)
    leave()
    void releaseTurn()
  })
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  if (reply.raw.destroyed) zip.destroy()
  return reply.send(zip)
}
