import { Link } from '#router/link.tsx'
import { ArrowRight } from 'lucide-react'
import type { Line } from './attention-lines.ts'

export function AttentionLine({ figure, what, about, way }: Line) {
  return (
    <Link
      {...way}
      className="surface group flex gap-x-4 p-3 transition-colors duration-150 hover:bg-bench max-sm:flex-col sm:items-center sm:p-4"
    >
      <span className="board min-w-8 text-2xl text-turf">{figure}</span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{what}</span>
        <span className="block text-sm text-muted max-sm:sr-only">{about}</span>
      </span>
      <ArrowRight
        size={18}
        aria-hidden
        className="shrink-0 text-turf transition-transform duration-150 ease-play group-hover:translate-x-1 max-sm:hidden"
      />
    </Link>
  )
}
