import type { User } from '@touchline/contract/people.ts'
import type { Site } from '@touchline/contract/site.ts'
import { writeStored } from '#ui/browser-storage.ts'
import { setOwner, type Reason, withDatabase } from './database.ts'
import { deviceTime, type Evidence, recordEvidence } from './lease-time.ts'
import { locks } from './locks.ts'
import { ownerKey } from './owner.ts'
import { newKey, sealValue, unsealValue } from './seal.ts'

export type Owner = { personId: string; key: CryptoKey }

/** The end of each lease in site time, and what is known of that time. */
/** `edited`: when posts were last edited, as of the last renewal. */
export type Leases = Evidence & { until: Record<string, number>; edited?: Record<string, number> }

export type About = { viewer: User; site: Site }

const nameOf = (personId: string, what: string) => `${personId}/${what}`

const copies = ['house', 'posts', 'parts'] as const
const stores = [...copies, 'notes'] as const

const recordOwner = (personId: string | null) => void writeStored('local', ownerKey, personId)

export const owner = () =>
  withDatabase(async (database): Promise<Owner | null> => {
    const found = await database.get('house', 'owner')
    return found && 'key' in found ? found : null
  })

/** Makes `personId` the owner, and deletes another owner's copies. Concurrent windows get one key. */
export async function ownerFor(personId: string): Promise<Owner> {
  const before = await owner()
  if (before?.personId === personId) return before
  const key = await newKey()
  recordOwner(null)
  const now = await withDatabase(async (database): Promise<Owner> => {
    const acts = database.transaction(stores, 'readwrite')
    const found = await acts.objectStore('house').get('owner')
    if (found && 'key' in found && found.personId === personId) return found
    await Promise.all(stores.map((store) => acts.objectStore(store).clear()))
    await acts.objectStore('house').put({ personId, key }, 'owner')
    await acts.done
    return { personId, key }
  })
  recordOwner(personId)
  return now
}

async function read<Value>({ personId, key }: Owner, what: 'leases' | 'about'): Promise<Value | null> {
  const found = await withDatabase((database) => database.get('house', what))
  if (!found || 'key' in found) return null
  // A value that cannot be decrypted was not written by this page.
  return unsealValue<Value>(key, nameOf(personId, what), found).catch(() => null)
}

async function write(who: Owner, what: 'leases' | 'about', value: unknown): Promise<void> {
  const sealed = await sealValue(who.key, nameOf(who.personId, what), value)
  await setOwner(who.personId, 'house', sealed, what)
}

export const aboutOf = (who: Owner) => read<About>(who, 'about')

export const saveSiteFacts = (who: Owner, about: About) => write(who, 'about', about)

const noLeases = (): Leases => ({ behindMs: 0, seenAt: 0, until: {} })

export const leasesOf = (who: Owner) => changeLeases(who, (leases) => leases)

export async function changeLeases(who: Owner, change: (leases: Leases) => Leases): Promise<Leases> {
  const work = async () => {
    const before = (await read<Leases>(who, 'leases')) ?? noLeases()
    const changed = change(before)
    const after = { ...changed, ...recordEvidence(changed, deviceTime()) }
    await write(who, 'leases', after)
    return after
  }
  return locks()?.request('saved-leases', work) ?? work()
}

/**
 * Deletes all copies and the key at once. The page may be closed at any moment: the owner's mark goes last.
 */
export async function deleteEverything(reason: Reason | null): Promise<void> {
  await withDatabase(async (database) => {
    const acts = database.transaction(stores, 'readwrite')
    const found = await acts.objectStore('house').get('owner')
    const count = await acts.objectStore('posts').count()
    await Promise.all((reason ? copies : stores).map((store) => acts.objectStore(store).clear()))
    if (reason && found && 'key' in found && count > 0)
      await acts.objectStore('notes').put(removalNote(found.personId, reason, count))
    await acts.done
  })
  recordOwner(null)
}

const removalNote = (personId: string, reason: Reason, count: number) => ({
  personId,
  reason,
  count,
  at: Date.now(),
})

export const recordRemoved = (personId: string, reason: Reason, count: number) =>
  withDatabase((database) => database.put('notes', removalNote(personId, reason, count)))

export const removedNoteOf = (personId: string) => withDatabase((database) => database.get('notes', personId))

export const clearRemoved = (personId: string) =>
  withDatabase((database) => database.delete('notes', personId))
