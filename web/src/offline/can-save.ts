/** True when the browser has IndexedDB and, on https, Web Crypto. */
export const canSave = () =>
  typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined && 'serviceWorker' in navigator
