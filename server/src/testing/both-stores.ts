import { describe } from 'vitest'
import { openClub } from './club.ts'
import { bucketEnvironment, newBucket } from './new-bucket.ts'
import { hasSwift } from './swift-for-tests.ts'

/** A club that keeps its media on a disk, whatever engines this run is about. */
export const openWithDisk: typeof openClub = (env) => openClub({ ...env, S3_BUCKET: '' })

const openWithBucket: typeof openClub = async (env) =>
  openClub({ ...env, ...bucketEnvironment(await newBucket()) })

/** Said of tests that need a bucket: why they are skipped where none can be had. */
export const ifSwift = hasSwift
  ? ''
  : " (skipped: install Debian's swift-proxy, -account, -container and -object)"

/** Runs `tests` with clubs that keep their media on a disk, and again with clubs that keep them in a bucket. */
export function inBothStores(about: string, tests: (open: typeof openClub) => void): void {
  describe(`${about} from a disk`, () => {
    tests(openWithDisk)
  })
  describe.skipIf(!hasSwift)(`${about} from a bucket${ifSwift}`, () => {
    tests(openWithBucket)
  })
}
