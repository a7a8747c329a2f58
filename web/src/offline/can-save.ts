/** Saving needs IndexedDB, a service worker and Web Crypto, which browsers give to https only. */
export const canSave = () =>
  typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined && 'serviceWorker' in navigator
