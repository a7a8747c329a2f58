import { eq } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import { invalid, Refusal } from '#errors.ts'
import { addMedia } from '#features/media/add-media.ts'
import { removeMedia } from '#features/media/remove-media.ts'
import { avatarUrl } from '#features/people/avatar.ts'
import { describePerson } from '#features/people/describe-person.ts'
import { people } from '#features/people/schema.ts'
import { formatNotTaken } from '#features/posts/content-rules.ts'
import type { Admission } from '#media/intake.ts'
import type { UploadedFile } from '#media/uploaded-file.ts'
import type { Services } from '#services.ts'

/** The largest avatar on any page at high pixel density. */
const avatarSide = 320

const imageWanted = 'Please select an image file.'

/** Reserves an upload slot. Throws 429 for too many uploads at once, 507 when the disk is full. */
export async function acceptAvatar(
  { intake }: Pick<Services, 'intake'>,
  { personId, bytes }: { personId: string; bytes: number },
): Promise<Admission> {
  const leave = intake.takeAvatarPlace(personId)
  try {
    await intake.checkRoom(bytes)
    return { checkRoom: () => intake.checkRoom(), leave }
  } catch (error) {
    leave()
    throw error
  }
}

/** Replaces or removes a person's avatar. A job deletes the previous files after the commit. */
async function replaceAvatar(
  services: Pick<Services, 'jobs'>,
  tx: Transaction,
  { personId, avatarId }: { personId: string; avatarId: string | null },
) {
  const current = { avatarId: people.avatarId }
  const [person] = await tx.select(current).from(people).where(eq(people.id, personId)).for('no key update')
  await describePerson(tx, personId, { avatarId })
  if (person?.avatarId) await removeMedia(services, tx, [person.avatarId])
}

export const removeAvatar = (services: Pick<Services, 'jobs'>, tx: Transaction, personId: string) =>
  replaceAvatar(services, tx, { personId, avatarId: null })

/** Crops and re-encodes without metadata. Returns the address. Throws 400 without a file, 415 for no picture. */
export async function setAvatar(
  services: Pick<Services, 'db' | 'clock' | 'media' | 'images' | 'programs' | 'jobs' | 'log'>,
  { personId, file }: { personId: string; file: UploadedFile | null },
): Promise<string> {
  if (!file) throw invalid(imageWanted, { avatar: imageWanted })
  if (file.notTaken?.kind === 'image') throw formatNotTaken(file.notTaken)
  if (file.type?.kind !== 'image') throw new Refusal(415, 'unsupported_media', imageWanted)
  const mediaItem = { file, createdAt: services.clock.now(), avatar: { side: avatarSide, ownerId: personId } }
  const { id } = await addMedia(services, mediaItem, (tx, added) =>
    replaceAvatar(services, tx, { personId, avatarId: added.id }),
  )
  return avatarUrl(id)
}
