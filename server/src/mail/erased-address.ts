/** What stands where the address of somebody was who was erased: no mail can ever arrive there (RFC 2606). */
export const erasedAddress = (personId: string) => `${personId}@erased.invalid`

/** True for an address of nobody: letters to it are not written. */
export const isErasedAddress = (address: string) => address.endsWith('@erased.invalid')
