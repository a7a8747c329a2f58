import { Refusal } from '#errors.ts'
import type { Admission } from '#media/intake.ts'
import type { Services } from '#services.ts'

type Asked = Pick<Services, 'intake' | 'config'>
type Wish = { personId: string; bytes: number }

const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(2))} GB`

/** Throws a 507 refusal when `bytes` more do not fit: on the disk, or into what one creator may keep. */
export async function checkAllowance({ intake, config }: Asked, { personId, bytes }: Wish) {
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
export async function admitUpload(services: Asked, wish: Wish): Promise<Admission> {
  const leave = services.intake.takePlace(wish.personId)
  try {
    await checkAllowance(services, wish)
  } catch (error) {
    leave()
    throw error
  }
  return { checkRoom: () => services.intake.checkRoom(), leave }
}
