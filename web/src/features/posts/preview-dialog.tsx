import { ofPost } from '@touchline/contract/previews.ts'
import { lazy, Suspense } from 'react'
import { call } from '#api/call.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const PostPreview = lazy(async () => ({ default: (await import('./post-preview.tsx')).PostPreview }))

type Props = { postId: string; onClose: () => void }

export function PreviewDialog({ postId, onClose }: Props) {
  return (
    <Dialog
      wide
      open
      title="Preview"
      description="What others see of this post."
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <div className="mt-6">
        <Suspense fallback={<Skeleton className="h-64" />}>
          <PostPreview read={(as) => call(ofPost, { params: { id: postId }, query: { as } })} />
        </Suspense>
      </div>
    </Dialog>
  )
}
