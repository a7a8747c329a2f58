import type { User } from '@touchline/contract/people.ts'
import type { Site } from '@touchline/contract/site.ts'
import { writeStored } from '#ui/browser-storage.ts'
import { setOwner, type Reason, withDatabase } from './database.ts'
import { deviceTime, type Evidence, recordEvidence } from './lease-time.ts'
import { locks } from './locks.ts'
import { ownerKey } from './owner.ts'
import { newKey, sealValue, unsealValue } from './seal.ts'

/** Whose copies these are, and the key that opens them. */
export type Owner = { personId: string; key: CryptoKey }

/** Until when (ms, site's time) each post is lent, and what is known of the site's time. */
export type Leases = Evidence & { until: Record<string, number> }

/** Who reads and where, for the time when nobody can be asked. */
export type About = { viewer: User; site: Site }

const nameOf = (personId: string, what: string) => `${personId}/${what}`

const copies = ['house', 'posts', 'parts'] as const
const stores = [...copies, 'notes'] as const

/** Every page reads it at its start. */
const recordOwner = (personId: string | null) => void writeStored('local', ownerKey, personId)

/** Whoever this browser keeps posts for; null when for nobody. */
export const owner = () =>
  withDatabase(async (kept): Promise<Owner | null> => {
    const found = await kept.get('house', 'owner')
    return found && 'key' in found ? found : null
  })

/**
 * The same, who is `personId` from now on: what was kept for anybody else is deleted, with the key to it. Of two windows
 * that ask at the same moment one makes the key, and both are answered with it.
 */
export async function ownerFor(personId: string): Promise<Owner> {
  const before = await owner()
  if (before?.personId === personId) return before
  const key = await newKey()
  recordOwner(null)
  const now = await withDatabase(async (kept): Promise<Owner> => {
    const acts = kept.transaction(stores, 'readwrite')
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
  const found = await withDatabase((kept) => kept.get('house', what))
  if (!found || 'key' in found) return null
  // What does not open was not written by this page: it is worth nothing.
  return unsealValue<Value>(key, nameOf(personId, what), found).catch(() => null)
}

async function write(who: Owner, what: 'leases' | 'about', value: unknown): Promise<void> {
  const sealed = await sealValue(who.key, nameOf(who.personId, what), value)
  await setOwner(who.personId, 'house', sealed, what)
}

export const aboutOf = (who: Owner) => read<About>(who, 'about')

export const saveSiteFacts = (who: Owner, about: About) => write(who, 'about', about)

const noLeases = (): Leases => ({ behindMs: 0, seenAt: 0, until: {} })

/** The leases as they stand, with the time that has passed written down. */
export const leasesOf = (who: Owner) => changeLeases(who, (leases) => leases)

/** Changes the leases, one window after the other. */
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
 * Deletes all copies with their key. With a reason their person is told when they are back; without one nothing of them
 * stays. A page may be left at any moment: it is one stroke, and whose the copies were is forgotten last.
 */
export async function deleteEverything(reason: Reason | null): Promise<void> {
  await withDatabase(async (kept) => {
    const acts = kept.transaction(stores, 'readwrite')
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

/** Remembers for a person why copies of theirs are gone. */
export const recordRemoved = (personId: string, reason: Reason, count: number) =>
  withDatabase((kept) => kept.put('notes', removalNote(personId, reason, count)))

export const removedNoteOf = (personId: string) => withDatabase((kept) => kept.get('notes', personId))

export const clearRemoved = (personId: string) => withDatabase((kept) => kept.delete('notes', personId))
