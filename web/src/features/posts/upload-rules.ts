import { maxUploadBytes } from '@touchline/contract/posts.ts'

/** What a post can be made of here. */
export const contentTypes = ['image', 'video', 'text'] as const
export type ContentType = (typeof contentTypes)[number]

export type Upload = { contentType: ContentType; file: File | null; content: string }
export type Problem = { title: string; description: string }

const wrongType = { title: 'Invalid File Type', description: 'Please select an image or video file.' }

/** Picture or video, by what the browser takes the file for; null for anything else. The server looks inside. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): 'image' | 'video' | null {
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('video/')) return 'video'
  // Not every system knows what these are.
  if (type === '' && /\.(mp4|mov|avi)$/i.test(name)) return 'video'
  return null
}

/** What is wrong with a file somebody chose, or null. */
export function problemOfFile(file: File): Problem | null {
  if (!kindOfFile(file)) return wrongType
  if (file.size > maxUploadBytes)
    return { title: 'File Too Large', description: 'Please select a file smaller than 50MB.' }
  return null
}

/** What keeps a post from being sent, or null. */
export function problemOfUpload({ contentType, file, content }: Upload): Problem | null {
  if (contentType === 'text')
    return content.trim() === ''
      ? { title: 'Content Required', description: 'Please write some content for your text post.' }
      : null
  if (!file) return { title: 'No File Selected', description: 'Please select a file to upload.' }
  return problemOfFile(file) ?? (kindOfFile(file) === contentType ? null : wrongType)
}
