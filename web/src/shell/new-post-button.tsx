import { CirclePlus } from 'lucide-react'
import { clsx } from 'clsx'
import { Button } from '#ui/button.tsx'
import { useNewPost } from '../features/drafts/use-new-post.ts'

export function NewPostButton({ look }: { look: 'bar' | 'tab' }) {
  const begin = useNewPost()
  return look === 'bar' ? (
    <Button className="px-4!" onClick={() => void begin()}>
      <CirclePlus size={18} aria-hidden />
      <span className="max-xl:sr-only">New Post</span>
    </Button>
  ) : (
    <button
      type="button"
      onClick={() => void begin()}
      className={clsx(
        'lettering flex min-w-0 flex-col items-center justify-center gap-1',
        'text-xs whitespace-nowrap text-turf',
      )}
    >
      <CirclePlus size={22} aria-hidden /> New Post
    </button>
  )
}
