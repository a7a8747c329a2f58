import { isNull } from 'drizzle-orm'
import { Refusal } from '#errors.ts'
import { type Admission, gigabytes } from '#media/intake.ts'
import type { Services } from '#services.ts'
import { arrivedBytes } from './parts.ts'
import { uploads } from './upload-schema.ts'

type Deps = Pick<Services, 'db' | 'intake' | 'config'>
type Input = { personId: string; bytes: number }

/** The bytes that all begun uploads still lack, for which the disk must have room as well. */
async function outstandingBytes(services: Deps): Promise<number> {
  const begun = await services.db.select().from(uploads).where(isNull(uploads.postId))
  let missing = 0
  for (const { id, bytes } of begun) missing += bytes - ((await arrivedBytes(services, id)) ?? bytes)
  return missing
}

/** Throws 507 when `bytes` more do not fit on the disk or into the creator's quota. */
export async function checkQuota(services: Deps, { personId, bytes }: Input): Promise<void> {
  const { intake, config } = services
  await intake.checkRoom(bytes, await outstandingBytes(services))
  if (!(await intake.quota.allows(personId, bytes)))
    throw new Refusal(
      507,
      'storage_full',
      `Your posts and drafts fill the ${gigabytes(config.storage.quotaBytes)} you have here. Remove some to make room.`,
    )
}

/**
 * Reserves an upload slot; `bytes` is the size as far as it is known. Throws 429 for too many uploads at once, 507
 * when there is no space.
 */
export const openUpload = (services: Deps, input: Input): Promise<Admission> =>
  admit(services, input.personId, () => checkQuota(services, input))

/** The same for the next part of an upload, whose bytes were counted when it began. */
export const continueUpload = (services: Pick<Services, 'intake'>, personId: string): Promise<Admission> =>
  admit(services, personId, () => services.intake.checkRoom())

async function admit(
  { intake }: Pick<Services, 'intake'>,
  personId: string,
  check: () => Promise<void>,
): Promise<Admission> {
  const leave = intake.takePlace(personId)
  try {
    await check()
  } catch (error) {
    leave()
    throw error
  }
  return { checkRoom: () => intake.checkRoom(), leave }
}
