/** True where a browser can keep sealed copies: it has a store and, on https, the means to seal. */
export const canSave = () =>
  typeof indexedDB !== 'undefined' && globalThis.crypto?.subtle !== undefined && 'serviceWorker' in navigator
