import { statfs } from 'node:fs/promises'
import { tooManyRequests } from '#errors.ts'
import { storageFull } from './storage-errors.ts'

/** What keeps uploads within bounds: how many are written at once, and how much of the disk stays free. */
export type Intake = {
  /** Takes a place among those who send, or throws a 429 refusal. Returns how to give it back. */
  takePlace: (personId: string) => () => void
  /** Throws a 507 refusal when `bytes` more would leave less of the disk free than has to stay. */
  checkRoom: (bytes?: number) => Promise<void>
  /** Declares something that counts against a creator's quota; each feature registers what it stores. */
  countBytes: (count: CountBytes) => void
  /** How many bytes a creator uses of their quota. */
  bytesOf: (personId: string) => Promise<number>
}

/** Returns how many bytes a feature stores for one creator. */
export type CountBytes = (personId: string) => Promise<number>

/** Leave to write one upload: `checkRoom` is asked while it is written, `leave` gives its place back. */
export type Admission = { checkRoom: () => Promise<void>; leave: () => void }

type Bounds = { folder: string; floorBytes: number; uploadsAtOnce: number; uploadsPerPerson: number }

const soonSeconds = 10

/** Counts for this process alone; the room is that of the disk `folder` is on. */
export function openIntake({ folder, floorBytes, uploadsAtOnce, uploadsPerPerson }: Bounds): Intake {
  const sending = new Map<string, number>()
  const counts: CountBytes[] = []
  let all = 0
  const change = (personId: string, by: 1 | -1) => {
    all += by
    const own = (sending.get(personId) ?? 0) + by
    if (own > 0) sending.set(personId, own)
    else sending.delete(personId)
  }
  return {
    takePlace(personId) {
      if ((sending.get(personId) ?? 0) >= uploadsPerPerson)
        throw tooManyRequests(`You are sending ${uploadsPerPerson} files already.`, soonSeconds)
      if (all >= uploadsAtOnce) throw tooManyRequests('Many files are arriving at the moment.', soonSeconds)
      change(personId, 1)
      let isTaken = true
      return () => {
        if (isTaken) change(personId, -1)
        isTaken = false
      }
    },
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

const lookEveryBytes = 4 * 1024 * 1024

/** Lets bytes through on their way to the disk, as long as there is room for them. */
export async function* stopWhenFull(
  source: AsyncIterable<Buffer>,
  { checkRoom }: Pick<Admission, 'checkRoom'>,
): AsyncGenerator<Buffer> {
  let sinceLook = 0
  for await (const chunk of source) {
    sinceLook += chunk.length
    if (sinceLook >= lookEveryBytes) {
      await checkRoom()
      sinceLook = 0
    }
    yield chunk
  }
}
