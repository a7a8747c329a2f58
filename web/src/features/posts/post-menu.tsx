import { useNavigate } from '#router/router-provider.tsx'
import type { Post } from '@touchline/contract/posts.ts'
import { Copy, EyeOff, History, Images, MessageCircle, MessageCircleOff, Pin, PinOff } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { postLabel } from '#people/names.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { randomId } from '#ui/random-id.ts'
import { RowMenu } from '#ui/row-menu.tsx'
import { toast } from '#ui/toast-store.ts'
import { useBeginEdit, useDuplicatePost, usePinPost, useUnpublishPost } from './edit-requests.ts'
import { useEditPost } from './publishing-requests.ts'

const PostHistoryDialog = lazy(async () => ({
  default: (await import('./post-history-dialog.tsx')).PostHistoryDialog,
}))

/** What its creator does with a published post, besides editing its text. Admins see its history and its comments. */
export function PostMenu({ post }: { post: Post }) {
  const viewer = useSignedInViewer()
  const navigate = useNavigate()
  const isExpired = useExpiredSession()
  const [isAsking, setAsking] = useState(false)
  const [isHistory, setHistory] = useState(false)
  const begin = useBeginEdit(post.id)
  const duplicate = useDuplicatePost(post.id)
  const unpublish = useUnpublishPost(post.id)
  const edit = useEditPost(post.id)
  const pin = usePinPost(post.id)
  const label = postLabel(post)
  const isOwn = post.creatorId === viewer.id

  const attempt = async (title: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!isExpired(error))
        toast({ title, description: errorMessage(error, 'Please try again.'), kind: 'destructive' })
    }
  }
  const openDraft = (draftId: string) => navigate({ to: paths.draft, params: { draftId } })
  const copy = () =>
    attempt('Not duplicated', async () => {
      const { id } = await duplicate.mutateAsync(randomId())
      await openDraft(id)
    })
  const turnComments = () =>
    attempt('Not changed', async () => {
      await edit.mutateAsync({ commentsOff: !post.commentsOff })
      const description = post.commentsOff
        ? 'Members can comment again.'
        : 'The comments that are there stay readable.'
      toast({
        title: post.commentsOff ? 'Comments are on' : 'Comments are off',
        description,
        kind: 'success',
      })
    })
  const turnPin = () =>
    attempt(post.isPinned ? 'Not unpinned' : 'Not pinned', async () => {
      await pin.mutateAsync(!post.isPinned)
      toast({
        title: post.isPinned ? 'Unpinned' : 'Pinned above the feed',
        description: 'It stays in its place in the feed as well.',
        kind: 'success',
      })
    })
  const takeBack = () =>
    attempt('Not unpublished', async () => {
      await unpublish.mutateAsync()
      toast({
        title: 'Unpublished',
        description: 'It is among your drafts. Its comments and likes come back with it.',
        kind: 'success',
      })
      await openDraft(post.id)
    })

  return (
    <>
      <RowMenu label={`More for the post: ${label}`}>
        {isOwn ? (
          <Button
            kind="quiet"
            onClick={() => void attempt('Not opened', async () => openDraft((await begin.mutateAsync()).id))}
          >
            <Images size={18} aria-hidden /> Edit Files and More
          </Button>
        ) : null}
        <Button kind="quiet" disabled={edit.isPending} onClick={() => void turnComments()}>
          {post.commentsOff ? (
            <MessageCircle size={18} aria-hidden />
          ) : (
            <MessageCircleOff size={18} aria-hidden />
          )}{' '}
          {post.commentsOff ? 'Turn Comments On' : 'Turn Comments Off'}
        </Button>
        <Button kind="quiet" aria-haspopup="dialog" onClick={() => setHistory(true)}>
          <History size={18} aria-hidden /> Version History
        </Button>
        {isOwn ? (
          <Button kind="quiet" disabled={duplicate.isPending} onClick={() => void copy()}>
            <Copy size={18} aria-hidden /> Duplicate as Draft
          </Button>
        ) : null}
        {isOwn && post.status === 'ready' ? (
          <Button kind="quiet" disabled={pin.isPending} onClick={() => void turnPin()}>
            {post.isPinned ? <PinOff size={18} aria-hidden /> : <Pin size={18} aria-hidden />}{' '}
            {post.isPinned ? 'Unpin' : 'Pin Above the Feed'}
          </Button>
        ) : null}
        {isOwn && post.status === 'ready' ? (
          <Button kind="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            <EyeOff size={18} aria-hidden /> Unpublish
          </Button>
        ) : null}
      </RowMenu>
      {isHistory ? (
        <Suspense fallback={null}>
          <PostHistoryDialog postId={post.id} onClose={() => setHistory(false)} />
        </Suspense>
      ) : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Unpublish Post"
        description={
          <>
            “<bdi>{label}</bdi>” becomes a draft again, and members no longer see it. Its comments and likes
            are kept, and come back when you publish it again.
          </>
        }
        confirmLabel="Unpublish"
        onConfirm={() => void takeBack()}
      />
    </>
  )
}
