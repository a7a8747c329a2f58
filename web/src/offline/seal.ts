export type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer }

export const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

const toBytes = (text: string) => new TextEncoder().encode(text)

/** Encrypts bytes under a name (owner, purpose, position), without which they do not decrypt. */
export async function seal(key: CryptoKey, name: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = toBytes(name)
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes) }
}

export const unseal = (key: CryptoKey, name: string, { iv, data }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: toBytes(name) }, key, data)

export const sealValue = (key: CryptoKey, name: string, value: unknown) =>
  seal(key, name, toBytes(JSON.stringify(value)))

export async function unsealValue<Value>(key: CryptoKey, name: string, sealed: Sealed): Promise<Value> {
  const value: Value = JSON.parse(new TextDecoder().decode(await unseal(key, name, sealed)))
  return value
}
