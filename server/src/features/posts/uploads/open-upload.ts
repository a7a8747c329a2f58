import { Refusal } from '#errors.ts'
import type { Admission } from '#media/intake.ts'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'intake' | 'config'>
type Input = { personId: string; bytes: number }

const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(2))} GB`

/** Throws a 507 refusal when `bytes` more do not fit: on the disk, or into what one creator may keep. */
export async function checkQuota({ intake, config }: Deps, { personId, bytes }: Input) {
  await intake.checkRoom(bytes)
  const { quotaBytes } = config.storage
  if ((await intake.bytesOf(personId)) + bytes > quotaBytes)
    throw new Refusal(
      507,
      'storage_full',
      `Your posts and drafts fill the ${gigabytes(quotaBytes)} you have here. Remove some to make room.`,
    )
}

/** Leave to send `bytes`, as far as their number is known. Throws 429 when too many send, 507 when nothing fits. */
export async function openUpload(services: Deps, wish: Input): Promise<Admission> {
  const leave = services.intake.takePlace(wish.personId)
  try {
    await checkQuota(services, wish)
  } catch (error) {
    leave()
    throw error
  }
  return { checkRoom: () => services.intake.checkRoom(), leave }
}
