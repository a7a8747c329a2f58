import { type DBSchema, openDB, type StoreKey, type StoreValue } from 'idb'
import type { Sealed } from './seal.ts'

/** A saved post. Its words are sealed; what is not, is what has to be known without opening it. */
export type SavedRow = { postId: string; savedAt: number; bytes: number; sealed: Sealed }

/** Why copies were deleted that somebody had not deleted themselves. */
export type Reason = 'lease ended' | 'not lent on' | 'signed out' | 'access lost' | 'unreadable'

/** `owner` says whose the key is; `leases` and `about` are sealed with it. */
interface Schema extends DBSchema {
  house: { key: 'owner' | 'leases' | 'about'; value: { personId: string; key: CryptoKey } | Sealed }
  posts: { key: string; value: SavedRow }
  parts: { key: [postId: string, file: string, place: number]; value: Sealed }
  notes: { key: string; value: { personId: string; reason: Reason; count: number; at: number } }
}

/** Opens what this browser keeps. Throws where it keeps nothing (private windows of some browsers). */
export const openDatabase = () =>
  openDB<Schema>('touchline-saved', 1, {
    upgrade(database) {
      database.createObjectStore('house')
      database.createObjectStore('posts', { keyPath: 'postId' })
      database.createObjectStore('parts')
      database.createObjectStore('notes', { keyPath: 'personId' })
    },
  })

/** Does `work` with what is kept, and closes it again. */
export async function withDatabase<Result>(
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

type Store = 'house' | 'posts' | 'parts'

/**
 * Keeps something for a person, unless everything of theirs was deleted meanwhile: then it would be nobody's, and would
 * stay. `key` is for stores whose values have none. Answers whether it is kept.
 */
export const setOwner = <Name extends Store>(
  personId: string,
  store: Name,
  value: StoreValue<Schema, Name>,
  key?: StoreKey<Schema, Name>,
) =>
  withDatabase(async (kept): Promise<boolean> => {
    const acts = kept.transaction(['house', store], 'readwrite')
    const found = await acts.objectStore('house').get('owner')
    const isTheirs = found !== undefined && 'key' in found && found.personId === personId
    if (isTheirs) await acts.objectStore(store).put(value, key)
    await acts.done
    return isTheirs
  })

/** Every part of a post's files. */
export const partsOf = (postId: string) => IDBKeyRange.bound([postId], [postId, []])
