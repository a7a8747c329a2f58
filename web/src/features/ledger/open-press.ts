import { makePressKey } from '#api/press-key.ts'

const slotOf = (paymentId: string) => `refund-press:${paymentId}`

/** Presses of this page, where the browser keeps nothing. */
const held = new Map<string, string>()

function kept(slot: string): string | null {
  try {
    return sessionStorage.getItem(slot)
  } catch {
    return null
  }
}

/**
 * The name of the press that refunds a payment. It stays the same, also when the dialog was closed or the page loaded
 * anew, until `endPress` says that an answer came: without one the refund may have been sent.
 */
export function openPress(paymentId: string): string {
  const slot = slotOf(paymentId)
  const key = held.get(slot) ?? kept(slot) ?? makePressKey()
  held.set(slot, key)
  try {
    sessionStorage.setItem(slot, key)
  } catch {
    // It is held for as long as the page is.
  }
  return key
}

/** An answer came: the next press of this payment is another one. */
export function endPress(paymentId: string): void {
  held.delete(slotOf(paymentId))
  try {
    sessionStorage.removeItem(slotOf(paymentId))
  } catch {
    // Then it was not kept either.
  }
}
