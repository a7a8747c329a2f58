import * as api from '@touchline/contract/saved.ts'
import { call } from '#api/call.ts'
import { owner } from './owner-records.ts'
import { deleteCopies } from './saved-posts.ts'

/** Deletes one copy and releases its lease; offline, the next renewal releases it. */
export async function removeSaved(postId: string): Promise<void> {
  const who = await owner()
  if (!who) return
  await deleteCopies(who, [postId])
  await call(api.giveBack, { params: { id: postId } }).catch(() => {})
}
