/** Bytes only the key of this browser opens (AES-GCM), with the number they were sealed with. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

/** A new key. What it is made of can be read by nobody, this page included: it can only be used. */
export const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const toBytes = (text: string) => new TextEncoder().encode(text)

/**
 * Seals bytes under a name that says whose they are, of what and in which place: under any other name they do not open.
 */
export async function seal(key: CryptoKey, name: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = toBytes(name)
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes) }
}

/** Opens what was sealed under this name. Throws for another key, another name, or a changed byte. */
export const unseal = (key: CryptoKey, name: string, { iv, data }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: toBytes(name) }, key, data)

export const sealValue = (key: CryptoKey, name: string, value: unknown) =>
  seal(key, name, toBytes(JSON.stringify(value)))

/** The value that was sealed under this name: only what this page wrote opens, so it is what was written. */
export async function unsealValue<Value>(key: CryptoKey, name: string, sealed: Sealed): Promise<Value> {
  const value: Value = JSON.parse(new TextDecoder().decode(await unseal(key, name, sealed)))
  return value
}
