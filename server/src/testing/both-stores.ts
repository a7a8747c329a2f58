import { describe } from 'vitest'
import { openClub } from './club.ts'
import { bucketEnvironment, newBucket } from './new-bucket.ts'
import { hasSwift } from './swift-for-tests.ts'

/** A club with media on disk, whatever engines this run uses. */
export const openWithDisk: typeof openClub = (env) => openClub({ ...env, S3_BUCKET: '' })

const openWithBucket: typeof openClub = async (env) =>
  openClub({ ...env, ...bucketEnvironment(await newBucket()) })

export const ifSwift = hasSwift
  ? ''
  : " (skipped: install Debian's swift-proxy, -account, -container and -object)"

/** Runs `tests` with media on disk, and again in a bucket. */
export function inBothStores(about: string, tests: (open: typeof openClub) => void): void {
  describe(`${about} from a disk`, () => {
    tests(openWithDisk)
  })
  describe.skipIf(!hasSwift)(`${about} from a bucket${ifSwift}`, () => {
    tests(openWithBucket)
  })
}
