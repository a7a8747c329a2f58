import { useNavigate } from '@tanstack/react-router'
import { CirclePlus } from 'lucide-react'
import { clsx } from 'clsx'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'

function useNewPost() {
  const { id } = useSignedInViewer()
  const navigate = useNavigate()
  return async () => {
    const { beginDraft } = await import('../features/drafts/local-copy.ts')
    await navigate({ to: paths.draft, params: { draftId: beginDraft(id) } })
  }
}

export function NewPostButton({ look }: { look: 'bar' | 'tab' }) {
  const begin = useNewPost()
  return look === 'bar' ? (
    <Button className="px-4!" onClick={() => void begin()}>
      <CirclePlus size={18} aria-hidden /> New Post
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
