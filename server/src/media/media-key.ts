const form = /^[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}$/

/** The folder of a media item: its id, sixteen bytes in 22 letters. */
const folderForm = /^[A-Za-z0-9_-]{22}\//

/** Whether a file of that name can be one of a media item's: what others keep in the same bucket mostly is not. */
export const isOfMedia = (key: string) => form.test(key) && folderForm.test(key)

/** The name of a stored file: `folder/name` of letters, digits, `-` and `_`. Throws on anything else. */
export function mediaKey(key: string): string {
  if (!form.test(key)) throw new Error(`not a media key: ${key}`)
  return key
}
