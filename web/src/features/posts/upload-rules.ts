import { maxUploadBytes } from '@touchline/contract/posts.ts'
import { fileKind } from '#ui/chosen-file.ts'

export const contentTypes = ['image', 'video', 'text'] as const
export type ContentType = (typeof contentTypes)[number]

export type Upload = { contentType: ContentType; file: File | null; content: string }
export type Problem = { title: string; description: string }

const wrongType = { title: 'Invalid File Type', description: 'Please select an image or video file.' }

const isPostable = (file: File) => ['image', 'video'].includes(fileKind(file) ?? '')

export function problemOfFile(file: File): Problem | null {
  if (!isPostable(file)) return wrongType
  if (file.size > maxUploadBytes)
    return { title: 'File Too Large', description: 'Please select a file smaller than 50MB.' }
  return null
}

export function problemOfUpload({ contentType, file, content }: Upload): Problem | null {
  if (contentType === 'text')
    return content.trim() === ''
      ? { title: 'Content Required', description: 'Please write some content for your text post.' }
      : null
  if (!file) return { title: 'No File Selected', description: 'Please select a file to upload.' }
  return problemOfFile(file) ?? (fileKind(file) === contentType ? null : wrongType)
}
