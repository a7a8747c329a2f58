import type { Post } from '@touchline/contract/posts.ts'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCommentDraft } from './comment-draft.ts'
import { CopyLink } from './copy-link.tsx'
import { anchorOf } from './feed-mark.ts'
import { FoundText } from './found-text.tsx'
import { LikeButton } from './like-button.tsx'
import { mayChangePost } from './may-change.ts'
import { MemberText } from './member-text.tsx'
import { PostByline } from './post-byline.tsx'
import { PostMedia } from './post-media.tsx'
import { postName } from './post-name.ts'
import { useView } from './use-view.ts'

const fetchComments = async () => ({ default: (await import('./comment-section.tsx')).CommentSection })
const CommentSection = lazy(fetchComments)
const PostTools = lazy(async () => ({ default: (await import('./post-tools.tsx')).PostTools }))

type Props = { post: Post; isFirst?: boolean; hasOpenComments?: boolean }

/** One post of the feed with everything that can be done to it. */
export function PostCard({ post, isFirst = false, hasOpenComments = false }: Props) {
  const viewer = useSignedInViewer()
  const id = useId()
  const draft = useCommentDraft(post.id)
  // A comment that was begun before the session ended is waiting there.
  const [isOpen, setOpen] = useState(hasOpenComments || draft.text !== '')
  // Nobody talks about what is not published yet, nor without being a member.
  const isForMembers = viewer.hasAccess && post.status === 'ready'
  useEffect(() => {
    // After the first paint and before it is needed, so that it is there when the connection is not.
    void fetchComments()
  }, [])
  useView(post)
  return (
    <article id={anchorOf(post.id)} tabIndex={-1} aria-labelledby={id} className="surface overflow-hidden">
      <PostByline post={post}>
        {mayChangePost(viewer, post) ? (
          <Suspense fallback={null}>
            <PostTools post={post} />
          </Suspense>
        ) : null}
      </PostByline>
      <PostMedia post={post} isFirst={isFirst} />
      <div className="px-4 pt-4">
        <h2 id={id} className={post.title ? 'text-xl' : 'sr-only'}>
          <FoundText text={postName(post)} />
        </h2>
        {post.content ? (
          <MemberText text={post.content} words={FoundText} className="measure mt-2 text-muted" />
        ) : null}
      </div>
      {isForMembers ? (
        <>
          <div className="flex gap-1 p-1">
            <LikeButton post={post} />
            <Button
              kind="quiet"
              aria-expanded={isOpen}
              aria-controls={`${id}-comments`}
              aria-label={`Comments (${post.commentsCount})`}
              className="px-3!"
              onClick={() => setOpen(!isOpen)}
            >
              <MessageCircle size={20} aria-hidden />
              <RollingNumber value={post.commentsCount} />
            </Button>
            <CopyLink postId={post.id} />
          </div>
          <div id={`${id}-comments`} hidden={!isOpen}>
            {isOpen ? (
              <Suspense fallback={<Skeleton className="m-4 h-24" />}>
                <CommentSection postId={post.id} draft={draft} />
              </Suspense>
            ) : null}
          </div>
        </>
      ) : (
        <div className="h-4" />
      )}
    </article>
  )
}
