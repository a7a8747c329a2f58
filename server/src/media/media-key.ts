const form = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/

/** The name of a stored file: `folder/name` of letters, digits, `-` and `_`. Throws on anything else. */
export function mediaKey(key: string): string {
  if (!form.test(key)) throw new Error(`not a media key: ${key}`)
  return key
}
