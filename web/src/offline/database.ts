import { type DBSchema, openDB, type StoreKey, type StoreValue } from 'idb'
import type { Sealed } from './seal.ts'

/** A saved post. The content is encrypted; the other columns are needed without decrypting it. */
export type SavedRow = { postId: string; savedAt: number; bytes: number; sealed: Sealed }

export type Reason = 'lease ended' | 'not lent on' | 'signed out' | 'access lost' | 'unreadable'

/** `owner` holds the key; `leases` and `about` are encrypted with it. */
interface Schema extends DBSchema {
  house: { key: 'owner' | 'leases' | 'about'; value: { personId: string; key: CryptoKey } | Sealed }
  posts: { key: string; value: SavedRow }
  parts: { key: [postId: string, file: string, place: number]; value: Sealed }
  notes: { key: string; value: { personId: string; reason: Reason; count: number; at: number } }
}

export const openDatabase = () =>
  openDB<Schema>('touchline-saved', 1, {
    upgrade(database) {
      database.createObjectStore('house')
      database.createObjectStore('posts', { keyPath: 'postId' })
      database.createObjectStore('parts')
      database.createObjectStore('notes', { keyPath: 'personId' })
    },
  })

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

/** Stores a value unless the person's data was deleted in the meantime. Returns whether it was stored. */
export const setOwner = <Name extends Store>(
  personId: string,
  store: Name,
  value: StoreValue<Schema, Name>,
  key?: StoreKey<Schema, Name>,
) =>
  withDatabase(async (database): Promise<boolean> => {
    const acts = database.transaction(['house', store], 'readwrite')
    const found = await acts.objectStore('house').get('owner')
    const isTheirs = found !== undefined && 'key' in found && found.personId === personId
    if (isTheirs) await acts.objectStore(store).put(value, key)
    await acts.done
    return isTheirs
  })

export const partsOf = (postId: string) => IDBKeyRange.bound([postId], [postId, []])
