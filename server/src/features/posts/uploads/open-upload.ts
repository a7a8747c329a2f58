import { Refusal } from '#errors.ts'
import type { Admission } from '#media/intake.ts'
import type { Services } from '#services.ts'
type Input = { personId: string; bytes: number }

const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(2))} GB`

/** Throws 507 when `bytes` more do not fit on the disk or into the creator's quota. */
export async function checkQuota(
  { intake, config }: Pick<Services, 'intake' | 'config'>,
  { personId, bytes }: Input,
) {
  await intake.checkRoom(bytes)
  if (!(await intake.quota.allows(personId, bytes)))
    throw new Refusal(
      507,
      'storage_full',
      `Your posts and drafts fill the ${gigabytes(config.storage.quotaBytes)} you have here. Remove some to make room.`,
    )
}

/** `bytes` is the size as far as it is known. Throws 429 for too many uploads at once, 507 when there is no space. */
export async function openUpload(
  services: Pick<Services, 'intake' | 'config'>,
  input: Input,
): Promise<Admission> {
  const leave = services.intake.takePlace(input.personId)
  try {
    await checkQuota(services, input)
  } catch (error) {
    leave()
    throw error
  }
  return { checkRoom: () => services.intake.checkRoom(), leave }
}
