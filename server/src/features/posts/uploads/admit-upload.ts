import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { drafts } from '#features/drafts/schema.ts'
import { mediaFiles } from '#features/media/schema.ts'
import { posts } from '../schema.ts'
import { Refusal } from '#errors.ts'
import type { Admission } from '#media/intake.ts'
import type { Services } from '#services.ts'
import { uploads } from './upload-schema.ts'

type Asked = Pick<Services, 'db' | 'intake' | 'config'>
type Wish = { personId: string; bytes: number }

/** What the posts and drafts of a creator and the files they are still sending weigh, in bytes. */
async function keptFor(db: Database, personId: string): Promise<number> {
  const published = db
    .select({ bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8` })
    .from(mediaFiles)
    .innerJoin(posts, eq(posts.mediaId, mediaFiles.mediaId))
    .where(eq(posts.creatorId, personId))
  const prepared = db
    .select({ bytes: sql<number>`coalesce(sum(${mediaFiles.bytes}), 0)::float8` })
    .from(mediaFiles)
    .innerJoin(drafts, eq(drafts.mediaId, mediaFiles.mediaId))
    .where(eq(drafts.creatorId, personId))
  const coming = db
    .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes}), 0)::float8` })
    .from(uploads)
    .where(sql`${uploads.personId} = ${personId} and ${uploads.postId} is null`)
  const rows = await published.unionAll(prepared).unionAll(coming)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toFixed(2))} GB`

/** Throws a 507 refusal when `bytes` more do not fit: on the disk, or into what one creator may keep. */
export async function checkAllowance({ db, intake, config }: Asked, { personId, bytes }: Wish) {
  await intake.checkRoom(bytes)
  const { quotaBytes } = config.storage
  if ((await keptFor(db, personId)) + bytes > quotaBytes)
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
