import { describe } from 'vitest'
import { openClub } from './club.ts'
import { bucketEnvironment, newBucket } from './new-bucket.ts'
import { hasSwift } from './swift-for-tests.ts'

const openWithBucket: typeof openClub = async (env) =>
  openClub({ ...env, ...bucketEnvironment(await newBucket()) })

/** Said of tests that need a bucket: why they are skipped where none can be had. */
export const ifSwift = hasSwift
  ? ''
  : " (skipped: install Debian's swift-proxy, -account, -container and -object)"

/** Runs `tests` with clubs that keep their media on a disk, and again with clubs that keep them in a bucket. */
export function inBothStores(about: string, tests: (open: typeof openClub) => void): void {
  describe(`${about} from a disk`, () => {
    tests(openClub)
  })
  describe.skipIf(!hasSwift)(`${about} from a bucket${ifSwift}`, () => {
    tests(openWithBucket)
  })
}
