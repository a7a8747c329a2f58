import type { Attachment } from '@touchline/contract/media.ts'
import { Archive, File, FileAudio, FileText, FileVideo, Image, type LucideIcon } from 'lucide-react'
import { fileSize } from '#ui/file-size.ts'

const icons: [endings: RegExp, icon: LucideIcon][] = [
  [/\.(zip|rar|7z|tar|gz|tgz|bz2|xz)$/i, Archive],
  [/\.(mp3|m4a|wav|ogg|flac|aac|opus)$/i, FileAudio],
  [/\.(mp4|mov|mkv|webm|avi)$/i, FileVideo],
  [/\.(jpe?g|png|gif|webp|avif|heic|svg)$/i, Image],
  [/\.(pdf|txt|md|docx?|odt|rtf|epub|csv|xlsx?|ods|pptx?|odp)$/i, FileText],
]

function AttachmentIcon({ name }: { name: string }) {
  const Icon = icons.find(([endings]) => endings.test(name))?.[1] ?? File
  return <Icon size={20} aria-hidden className="shrink-0" />
}

/** The downloads of a post. */
export function AttachmentList({ attachments }: { attachments: Attachment[] }) {
  return (
    <ul aria-label="Attachments" className="grid gap-2 px-4 pt-4">
      {attachments.map(({ id, name, bytes, url }) => (
        <li key={id}>
          <a
            href={url}
            download={name}
            className="flex min-h-11 items-center gap-3 rounded-control border border-line px-3 py-2 text-sm"
          >
            <AttachmentIcon name={name} />
            <span className="sr-only">Download </span>
            <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
            <span className="shrink-0 text-muted">{fileSize(bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
