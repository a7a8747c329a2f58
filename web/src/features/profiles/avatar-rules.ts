import { maxAvatarBytes } from '@touchline/contract/profiles.ts'

/** What is wrong with a file somebody chose as their picture, or null. The server looks inside. */
export function problemOfAvatar({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!type.startsWith('image/'))
    return { title: 'Invalid File Type', description: 'Please select an image file.' }
  if (size > maxAvatarBytes)
    return { title: 'File Too Large', description: 'Please select an image smaller than 5MB.' }
  return null
}
