/** A new name for one press of a button, as the Idempotency-Key header; also where pages are not secure. */
export const makePressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
