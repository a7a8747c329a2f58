import { useSyncExternalStore } from 'react'

/** Creates a registry of work by id that outlives navigation. */
export function createInProgressSet<Thing>() {
  const things = new Map<string, Thing>()
  const listeners = new Set<() => void>()
  const onChange = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const of = (id: string): Thing | null => things.get(id) ?? null
  return {
    of,
    set(id: string, thing: Thing | null) {
      if (thing === null) things.delete(id)
      else things.set(id, thing)
      for (const listener of listeners) listener()
    },
    use: (id: string) => useSyncExternalStore(onChange, () => of(id)),
  }
}
