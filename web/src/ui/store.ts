/**
 * A value that lives outside React, for `useSyncExternalStore(store.subscribe, store.get)`. `set` tells every listener;
 * `subscribe` answers how to stop hearing of changes.
 */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next: Value) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
