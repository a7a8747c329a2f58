const form = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/

/** The folder of a media item is its id. */
const folderForm = /^[A-Za-z0-9_-]{22}\//

/** Whether a key can belong to a media item. Other applications may share the bucket. */
export const isOfMedia = (key: string) => form.test(key) && folderForm.test(key)

/** Validates the key of a stored file, `folder/name` of letters, digits, `-` and `_`. */
export function mediaKey(key: string): string {
  if (!form.test(key)) throw new Error(`not a media key: ${key}`)
  return key
}
