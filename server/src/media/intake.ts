import { statfs } from 'node:fs/promises'
import { tooManyRequests } from '#errors.ts'
import { storageFull } from './storage-errors.ts'

/** Upload limits: how many run at once, and how much disk space stays free. */
export type Intake = {
  /** Reserves an upload slot and returns its release. Throws 429. */
  takePlace: (personId: string) => () => void
  /** The same for profile pictures. Their slots are separate, so that members cannot keep a creator from publishing. */
  takeAvatarPlace: (personId: string) => () => void
  /** Throws 507 when `bytes` more would use reserved disk space. */
  checkRoom: (bytes?: number) => Promise<void>
  /** Registers a counter for the quota; each feature counts what it stores. */
  countBytes: (count: CountBytes) => void
  bytesOf: (personId: string) => Promise<number>
}

export type CountBytes = (personId: string) => Promise<number>

/** A running upload: `checkRoom` is called while it is written, `leave` releases its slot. */
export type Admission = { checkRoom: () => Promise<void>; leave: () => void }

type Bounds = { folder: string; floorBytes: number; uploadsAtOnce: number; uploadsPerPerson: number }

const retryAfterSeconds = 10
/** Two, because a lost connection holds the slot of the first for a while. */
const avatarsPerPerson = 2

/** Upload slots: `atOnce` in total, `perPerson` for one person. */
function openPlaces(atOnce: number, perPerson: number): (personId: string) => () => void {
  const uploading = new Map<string, number>()
  let all = 0
  const change = (personId: string, by: 1 | -1) => {
    all += by
    const own = (uploading.get(personId) ?? 0) + by
    if (own > 0) uploading.set(personId, own)
    else uploading.delete(personId)
  }
  return (personId) => {
    if ((uploading.get(personId) ?? 0) >= perPerson)
      throw tooManyRequests(`You are uploading ${perPerson} files already.`, retryAfterSeconds)
    if (all >= atOnce) throw tooManyRequests('Many files are arriving at the moment.', retryAfterSeconds)
    change(personId, 1)
    let isTaken = true
    return () => {
      if (isTaken) change(personId, -1)
      isTaken = false
    }
  }
}

/** Limits apply per process. Disk space is that of the disk that holds `folder`. */
export function openIntake({ folder, floorBytes, uploadsAtOnce, uploadsPerPerson }: Bounds): Intake {
  const counts: CountBytes[] = []
  return {
    takePlace: openPlaces(uploadsAtOnce, uploadsPerPerson),
    takeAvatarPlace: openPlaces(uploadsAtOnce, avatarsPerPerson),
    async checkRoom(bytes = 0) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize - bytes < floorBytes) throw storageFull()
    },
    countBytes: (count) => void counts.push(count),
    async bytesOf(personId) {
      const bytes = await Promise.all(counts.map((count) => count(personId)))
      return bytes.reduce((sum, one) => sum + one, 0)
    },
  }
}

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
