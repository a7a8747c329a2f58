import type { Post } from '@touchline/contract/posts.ts'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useCommentDraft } from './comment-draft.ts'
import { LikeButton } from './like-button.tsx'
import { mayChangePost } from './may-change.ts'
import { MemberText } from './member-text.tsx'
import { PostByline } from './post-byline.tsx'
import { PostMedia } from './post-media.tsx'

const fetchComments = async () => ({ default: (await import('./comment-section.tsx')).CommentSection })
const CommentSection = lazy(fetchComments)
const PostTools = lazy(async () => ({ default: (await import('./post-tools.tsx')).PostTools }))

type Props = { post: Post; isFirst?: boolean }

/** One post of the feed with everything that can be done to it. */
export function PostCard({ post, isFirst = false }: Props) {
  const viewer = useSignedInViewer()
  const id = useId()
  const draft = useCommentDraft(post.id)
  // A comment that was begun before the session ended is waiting there.
  const [isOpen, setOpen] = useState(draft.text !== '')
  useEffect(() => {
    // After the first paint and before it is needed, so that it is there when the connection is not.
    void fetchComments()
  }, [])
  return (
    <article aria-labelledby={id} className="surface overflow-hidden">
      <PostByline creator={post.creator} at={post.createdAt}>
        {mayChangePost(viewer, post) ? (
          <Suspense fallback={null}>
            <PostTools post={post} />
          </Suspense>
        ) : null}
      </PostByline>
      <PostMedia post={post} isFirst={isFirst} />
      <div className="px-4 pt-4">
        <h2 id={id} className={post.title ? 'text-xl' : 'sr-only'}>
          {post.title || `Post by ${post.creator.firstName ?? 'the creator'}`}
        </h2>
        {post.content ? <MemberText text={post.content} className="measure mt-2 text-muted" /> : null}
      </div>
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
      </div>
      <div id={`${id}-comments`} hidden={!isOpen}>
        {isOpen ? (
          <Suspense fallback={<Skeleton className="m-4 h-24" />}>
            <CommentSection postId={post.id} draft={draft} />
          </Suspense>
        ) : null}
      </div>
    </article>
  )
}
