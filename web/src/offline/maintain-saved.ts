import * as api from '@touchline/contract/saved.ts'
import type { Site } from '@touchline/contract/site.ts'
import { call } from '#api/call.ts'
import type { Session } from '#session/viewer.ts'
import type { Reason } from './database.ts'
import { clearHalves, unlessSaving } from './partial-copies.ts'
import {
  type About,
  changeLeases,
  deleteEverything,
  saveSiteFacts,
  owner,
  ownerFor,
  type Owner,
} from './owner-records.ts'
import { savedOwner } from './owner.ts'
import { setServerTime } from './lease-time.ts'
import { savedIds, savedPosts, takeAway, publishSavedChange } from './saved-posts.ts'

/** Tells the site which copies are here and asks which may stay for another week; deletes the others. */
async function renew(who: Owner): Promise<void> {
  const held = await savedIds(who.personId)
  const { now, until, postIds } = await call(api.renew, { body: { postIds: held } })
  const [siteNow, lentUntil] = [Date.parse(now), Date.parse(until)]
  await changeLeases(who, (leases) => ({
    ...setServerTime(siteNow),
    until: { ...leases.until, ...Object.fromEntries(postIds.map((id) => [id, lentUntil])) },
  }))
  await takeAway(
    who,
    held.filter((id) => !postIds.includes(id)),
    'not lent on',
  )
  publishSavedChange()
}

/**
 * For somebody who is signed in and has access, now and then: what was kept for anybody else is deleted, what has ended
 * or was never saved whole too, and the rest is lent anew. What a window is saving just now has its lease and is not here
 * yet: then the latter two are left for the next time. Throws what `call` throws.
 */
export async function maintainSaved(about: About): Promise<void> {
  if ((await owner()) === null) return
  const who = await ownerFor(about.viewer.id)
  try {
    // First: the site knows better than this device's clock what has ended.
    await unlessSaving(() => renew(who))
    await saveSiteFacts(who, about)
  } finally {
    await savedPosts(who.personId)
    await unlessSaving(clearHalves)
  }
}

/**
 * Deletes everything that is saved here with its key. With a reason its person is told when they are back; without
 * one nothing of them stays.
 */
export async function dropSaved(reason: Reason | null): Promise<void> {
  await deleteEverything(reason)
  publishSavedChange()
}

/** Why what somebody saved here may stay no longer, now that it is known who is asking; undefined where it may. */
function reasonIn(session: Session, ownerId: string): Reason | null | undefined {
  if (session.state === 'blocked') return 'access lost'
  if (session.state === 'signedOut') return 'signed out'
  if (session.viewer.id !== ownerId) return null
  return session.viewer.hasAccess ? undefined : 'access lost'
}

/**
 * Copies stay only while their person is signed in here and has access, and the site offers to save at all: deletes them
 * as soon as that is not so.
 */
export async function guardSaved(session: Session, { features }: Site): Promise<void> {
  const ownerId = savedOwner()
  if (ownerId === null) return
  const reason = features.offline ? reasonIn(session, ownerId) : null
  if (reason !== undefined) await dropSaved(reason)
}
