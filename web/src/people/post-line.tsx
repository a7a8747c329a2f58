import type { PostLine } from '@touchline/contract/post-line.ts'
import { AudioLines, FileText, Image, Play } from 'lucide-react'

const icons = { image: Image, video: Play, audio: AudioLines, text: FileText }
export const typeNames = { image: 'Pictures', video: 'Videos', audio: 'Recordings', text: 'Texts' } as const

export function LinePicture({ post: { thumbnailUrl, mediaType } }: { post: PostLine }) {
  const Icon = icons[mediaType]
  const look = 'size-10 shrink-0 rounded-control bg-bench'
  if (thumbnailUrl) return <img src={thumbnailUrl} alt="" loading="lazy" className={`${look} object-cover`} />
  return (
    <span aria-hidden className={`${look} grid place-items-center text-muted`}>
      <Icon size={18} />
    </span>
  )
}
