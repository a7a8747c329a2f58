import type { Post } from '@touchline/contract/posts.ts'
import { Captions, Pencil, ScanEye, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useExpiredSession } from '#session/expired-session.ts'
import { postLabel } from '#people/names.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { CaptionsDialog } from './captions-dialog.tsx'
import { EditPostDialog } from './edit-post-dialog.tsx'
import { PostMenu } from './post-menu.tsx'
import { useRemovePost } from './publishing-requests.ts'

const viewsText = (count: number) => (count === 1 ? '1 view' : `${count.toLocaleString('en-US')} views`)

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }))

export function PostTools({ post }: { post: Post }) {
  const [isEditing, setEditing] = useState(false)
  const [isCaptioning, setCaptioning] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [isPreviewed, setPreviewed] = useState(false)
  const remove = useRemovePost(post.id)
  const isExpired = useExpiredSession()
  const label = postLabel(post)
  const removeNow = () =>
    remove.mutateAsync().catch((error: unknown) => {
      if (isExpired(error)) return
      const description = 'Failed to delete post. Please try again.'
      toast({ title: 'Error', description, kind: 'destructive' })
    })
  return (
    <div className="-mr-2 ml-auto flex flex-row-reverse items-center justify-between text-muted max-sm:w-full sm:grid sm:self-start">
      <div className="flex">
        {post.mediaType === 'video' || post.mediaType === 'audio' ? (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`Captions of the post: ${label}`}
            aria-haspopup="dialog"
            disabled={!post.media}
            onClick={() => setCaptioning(true)}
          >
            <Captions size={18} aria-hidden />
          </Button>
        ) : null}
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Preview post: ${label}`}
          aria-haspopup="dialog"
          onClick={() => setPreviewed(true)}
        >
          <ScanEye size={18} aria-hidden />
        </Button>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Edit post: ${label}`}
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
        >
          <Pencil size={18} aria-hidden />
        </Button>
        <Button
          kind="quiet"
          size="icon"
          aria-label={`Delete post: ${label}`}
          aria-haspopup="dialog"
          disabled={remove.isPending}
          onClick={() => setAsking(true)}
        >
          <Trash2 size={18} aria-hidden />
        </Button>
        <PostMenu post={post} />
      </div>
      {post.viewsCount === undefined ? null : (
        <p className="board text-xs sm:mr-3 sm:-mt-1 sm:justify-self-end">{viewsText(post.viewsCount)}</p>
      )}
      {isPreviewed ? (
        <Suspense fallback={null}>
          <PreviewDialog postId={post.id} onClose={() => setPreviewed(false)} />
        </Suspense>
      ) : null}
      {isCaptioning ? <CaptionsDialog post={post} onClose={() => setCaptioning(false)} /> : null}
      {isEditing ? <EditPostDialog post={post} onClose={() => setEditing(false)} /> : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete Post"
        description={
          <>
            Are you sure you want to delete “<bdi>{label}</bdi>”? Its comments and likes go with it. This
            action cannot be undone.
          </>
        }
        confirmLabel="Delete"
        onConfirm={() => void removeNow()}
      />
    </div>
  )
}
