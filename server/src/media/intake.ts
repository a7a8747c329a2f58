import { statfs } from 'node:fs/promises'
import { tooManyRequests } from '#errors.ts'
import type { Config } from '#config/config.ts'
import { openSlots } from '#limits/concurrency.ts'
import { openQuota, type Quota } from '#limits/quota.ts'
import { storageFull } from './storage-errors.ts'

export type Intake = {
  /** Reserves an upload slot and returns its release. Throws 429. */
  takePlace: (personId: string) => () => void
  /** The same for profile pictures. Their slots are separate, so that members cannot keep a creator from publishing. */
  takeAvatarPlace: (personId: string) => () => void
  /** Throws 507 when `bytes` more, beside those that are `promised` to others, would use reserved disk space. */
  checkRoom: (bytes?: number, promised?: number) => Promise<void>
  /** The bytes that a person may store. */
  quota: Quota
}

/** A running upload: `checkRoom` is called while it is written, `leave` releases its slot. */
export type Admission = { checkRoom: () => Promise<void>; leave: () => void }

type Bounds = { folder: string } & Config['storage']

const retryAfterSeconds = 10
/** Two, because a lost connection holds the slot of the first for a while. */
const avatarsPerPerson = 2

function openPlaces(atOnce: number, perPerson: number): (personId: string) => () => void {
  const slots = openSlots({ total: atOnce, perKey: perPerson })
  return (personId) => {
    if (slots.count(personId) >= perPerson)
      throw tooManyRequests(`You are uploading ${perPerson} files already.`, retryAfterSeconds)
    const release = slots.take(personId)
    if (!release) throw tooManyRequests('Many files are arriving at the moment.', retryAfterSeconds)
    return release
  }
}

/** Limits apply per process. Disk space is that of the disk that holds `folder`. */
export function openIntake(bounds: Bounds): Intake {
  const { folder, floorBytes, quotaBytes, uploadsAtOnce, uploadsPerPerson } = bounds
  return {
    quota: openQuota(quotaBytes),
    takePlace: openPlaces(uploadsAtOnce, uploadsPerPerson),
    takeAvatarPlace: openPlaces(uploadsAtOnce, avatarsPerPerson),
    async checkRoom(bytes = 0, promised = 0) {
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize - floorBytes
      if (free < 0) throw storageFull()
      if (free - promised < bytes) throw tooLittleRoom(bytes, Math.max(0, free - promised))
    },
  }
}

export const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(2))} GB`

const tooLittleRoom = (bytes: number, free: number) =>
  storageFull(
    `There is not enough room on the server: this file needs ${gigabytes(bytes)}, and ${gigabytes(free)} are free.`,
  )

const checkEveryBytes = 4 * 1024 * 1024

/** Passes bytes through and checks the free space regularly. */
export async function* stopWhenFull(
  source: AsyncIterable<Buffer>,
  { checkRoom }: Pick<Admission, 'checkRoom'>,
): AsyncGenerator<Buffer> {
  let sinceCheck = 0
  for await (const chunk of source) {
    sinceCheck += chunk.length
    if (sinceCheck >= checkEveryBytes) {
      await checkRoom()
      sinceCheck = 0
    }
    yield chunk
  }
}
