import type { Post } from '@touchline/contract/posts.ts'
import { partsOf, type Reason, withDatabase } from './database.ts'
import { changeLeases, leasesOf, recordRemoved, owner, type Owner } from './owner-records.ts'
import { deviceTime, type LeaseStatus, leaseStatus } from './lease-time.ts'
import { unseal, unsealValue } from './seal.ts'

export type SavedFile = { name: string; mimeType: string; parts: number }

export type Copy = { post: Post; files: SavedFile[] }

/** `isOutdated`: the post has been edited since. */
export type SavedPost = Copy & {
  savedAt: number
  bytes: number
  until: number
  standing: LeaseStatus
  isOutdated: boolean
}

export const copyName = (personId: string, postId: string) => `${personId}/${postId}`
export const partName = (personId: string, postId: string, file: string, place: number) =>
  `${personId}/${postId}/${file}/${place}`

const listeners = new Set<() => void>()
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('saved-posts')

export function onSavedChange(listener: () => void): () => void {
  const notify = () => listener()
  listeners.add(listener)
  others?.addEventListener('message', notify)
  return () => {
    listeners.delete(listener)
    others?.removeEventListener('message', notify)
  }
}

export function publishSavedChange(): void {
  for (const listener of listeners) listener()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this site alone
  others?.postMessage('changed')
}

export async function savedIds(personId: string): Promise<string[]> {
  const who = await owner()
  return who?.personId === personId ? withDatabase((database) => database.getAllKeys('posts')) : []
}

export async function deleteCopies(who: Owner, postIds: string[]): Promise<void> {
  if (postIds.length === 0) return
  await withDatabase(async (database) => {
    for (const postId of postIds) {
      await database.delete('posts', postId)
      await database.delete('parts', partsOf(postId))
    }
  })
  await changeLeases(who, (leases) => ({
    ...leases,
    until: Object.fromEntries(Object.entries(leases.until).filter(([id]) => !postIds.includes(id))),
  }))
  publishSavedChange()
}

export async function takeAway(who: Owner, postIds: string[], reason: Reason): Promise<void> {
  if (postIds.length === 0) return
  // Record it first, because the page may be closed at any moment.
  await recordRemoved(who.personId, reason, postIds.length)
  await deleteCopies(who, postIds)
  publishSavedChange()
}

/** Returns a person's saved posts, newest first. Deletes copies with an ended lease or of another key. */
export async function savedPosts(personId: string): Promise<SavedPost[]> {
  const who = await owner()
  if (who?.personId !== personId) return []
  const leases = await leasesOf(who)
  const rows = await withDatabase((database) => database.getAll('posts'))
  const found: SavedPost[] = []
  const gone: Record<'lease ended' | 'unreadable', string[]> = { 'lease ended': [], unreadable: [] }
  for (const { postId, savedAt, bytes, sealed } of rows) {
    const until = leases.until[postId] ?? 0
    const standing = leaseStatus(until, leases, deviceTime())
    if (standing === 'ended') {
      gone['lease ended'].push(postId)
      continue
    }
    try {
      const copy = await unsealValue<Copy>(who.key, copyName(personId, postId), sealed)
      const isOutdated =
        (leases.edited?.[postId] ?? 0) > (copy.post.editedAt ? Date.parse(copy.post.editedAt) : 0)
      found.push({ ...copy, savedAt, bytes, until, standing, isOutdated })
    } catch {
      gone.unreadable.push(postId)
    }
  }
  await takeAway(who, gone['lease ended'], 'lease ended')
  await takeAway(who, gone.unreadable, 'unreadable')
  return found.toSorted((a, b) => b.savedAt - a.savedAt)
}

/** Decrypts one file of a saved post. Throws when a part is missing or damaged. */
export async function openFile(personId: string, postId: string, file: SavedFile): Promise<Blob> {
  const who = await owner()
  if (who?.personId !== personId) throw new Error('This copy belongs to another person.')
  const parts: ArrayBuffer[] = []
  for (let place = 0; place < file.parts; place++) {
    const sealed = await withDatabase((database) => database.get('parts', [postId, file.name, place]))
    if (!sealed) throw new Error('A part of this copy is missing.')
    parts.push(await unseal(who.key, partName(personId, postId, file.name, place), sealed))
  }
  return new Blob(parts, { type: file.mimeType })
}
