import { type DataType, estimatedBytesHeader, ownDataTypes } from '@touchline/contract/exports.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { accessDenied } from '#errors.ts'
import { recordAct } from '#features/audit/record-act.ts'
import type { Feature } from '#features/feature.ts'
import { type ZipEntry, zipOf } from '#files/zip.ts'
import { attachment } from '#http/attachment.ts'
import { cutOff } from '#http/cut-off.ts'
import { refusalFor } from '#http/policy.ts'
import { type Viewer, isCreatorOrAdmin } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { finishExport, renewExport, claimExport } from './claim-export.ts'
import { entriesOf, estimatedBytes } from './entries.ts'

const isOwn = (type: DataType) => ownDataTypes.some((own) => own === type)

/** True when this role may export these types. Only creators and admins may export data about others. */
const mayExport = (viewer: Pick<Viewer, 'role'>, types: DataType[]) =>
  isCreatorOrAdmin(viewer) || types.every(isOwn)

/** Throws 403 for data types that the viewer may not export. */
function refuseForeignData(viewer: Pick<Viewer, 'role'>, types: DataType[]) {
  if (!mayExport(viewer, types))
    throw accessDenied('You can export your profile, your comments, your likes and your tips.')
}

type ExportRequest = { viewer: Viewer; types: DataType[]; request: FastifyRequest; reply: FastifyReply }

const aliveEveryMs = 10_000
const stalledMs = 60_000

function nameFor({ firstName, email }: Viewer, now: Date) {
  const name = firstName ?? email.slice(0, email.indexOf('@'))
  return `${name}-data-${now.toISOString().slice(0, 10)}.zip`
}

/** Ends the export before its last bytes are sent: a person who has them all can start the next at once. */
async function* endingWith(entries: AsyncIterable<ZipEntry>, end: () => Promise<unknown>) {
  yield* entries
  await end()
}

/**
 * Stores nothing. Cuts the connection when the viewer may no longer export or stops reading.
 * Throws 403 for data of others, 429 for too many exports.
 */
export async function sendExport(
  services: Services,
  features: Feature[],
  { viewer, types, request, reply }: ExportRequest,
) {
  const { db, clock, live, log } = services
  refuseForeignData(viewer, types)
  const exportId = await claimExport(services, viewer.id)
  const finish = () =>
    finishExport(services, exportId).catch((error: unknown) =>
      log.warn({ err: error }, 'ending an export failed'),
    )
  try {
    if (types.includes('subscribers'))
      await recordAct(db, { actorId: viewer.id, action: 'subscribers_exported', at: clock.now() })
    const bytes = await estimatedBytes(services, features, { viewer, types })
    void reply
      .header('content-disposition', attachment(nameFor(viewer, clock.now())))
      .header('cache-control', 'no-store')
      .header(estimatedBytesHeader, String(bytes))
      .type('application/zip')
  } catch (error) {
    await finish()
    throw error
  }

  const zip = zipOf(endingWith(entriesOf(services, features, { viewer, types }), finish))
  const unregister = live.register({
    viewer,
    request,
    mayStay: async (now) => now !== null && refusalFor('signedIn', now) === null && mayExport(now, types),
    close: () => void cutOff(reply),
  })
  const alive = setInterval(
    () =>
      void renewExport(services, exportId).catch((error: unknown) =>
        log.warn({ err: error }, 'renewing an export failed'),
      ),
    aliveEveryMs,
  )
  zip.once('error', (error) => log.error({ err: error }, 'sending an export failed'))
  zip.once('close', () => {
    clearInterval(alive)
    unregister()
    void finish()
  })
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  if (reply.raw.destroyed) zip.destroy()
  return reply.send(zip)
}
