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

async function renew(who: Owner): Promise<void> {
  const held = await savedIds(who.personId)
  const { now, until, postIds, edited } = await call(api.renew, { body: { postIds: held } })
  const [siteNow, lentUntil] = [Date.parse(now), Date.parse(until)]
  await changeLeases(who, (leases) => ({
    ...setServerTime(siteNow),
    until: { ...leases.until, ...Object.fromEntries(postIds.map((id) => [id, lentUntil])) },
    edited: Object.fromEntries(Object.entries(edited).map(([id, at]) => [id, Date.parse(at)])),
  }))
  await takeAway(
    who,
    held.filter((id) => !postIds.includes(id)),
    'not lent on',
  )
  publishSavedChange()
}

/** Deletes expired, partial and other people's copies, and renews the rest, unless a window is saving. */
export async function maintainSaved(about: About): Promise<void> {
  if ((await owner()) === null) return
  const who = await ownerFor(about.viewer.id)
  try {
    // Renew first, because the site's clock decides what has expired.
    await unlessSaving(() => renew(who))
    await saveSiteFacts(who, about)
  } finally {
    await savedPosts(who.personId)
    await unlessSaving(clearHalves)
  }
}

/** Deletes all copies. With a reason, their owner learns it later; without one nothing remains. */
export async function dropSaved(reason: Reason | null): Promise<void> {
  await deleteEverything(reason)
  publishSavedChange()
}

/** Returns why this session requires deleting the copies; undefined when they may stay. */
function reasonIn(session: Session, ownerId: string): Reason | null | undefined {
  if (session.state === 'blocked') return 'access lost'
  if (session.state === 'signedOut') return 'signed out'
  if (session.viewer.id !== ownerId) return null
  return session.viewer.hasAccess ? undefined : 'access lost'
}

/** Deletes all copies once their owner is signed out or without access, or saving is switched off. */
export async function guardSaved(session: Session, { features }: Site): Promise<void> {
  const ownerId = savedOwner()
  if (ownerId === null) return
  const reason = features.offline ? reasonIn(session, ownerId) : null
  if (reason !== undefined) await dropSaved(reason)
}
