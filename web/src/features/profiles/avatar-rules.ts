import { maxAvatarBytes } from '@touchline/contract/profiles.ts'

/** Why a file cannot be an avatar, or null. The server checks its content. */
export function problemOfAvatar({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!type.startsWith('image/'))
    return { title: 'Invalid File Type', description: 'Please select an image file.' }
  if (size > maxAvatarBytes)
    return { title: 'File Too Large', description: 'Please select an image smaller than 5MB.' }
  return null
}
