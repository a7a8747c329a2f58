import type { Post } from '@touchline/contract/posts.ts'
import { MessageCircle } from 'lucide-react'
import { lazy, useId, useEffect, useMemo, useState } from 'react'
import { draftsOf, savedTextsUnder, unsentCommentsKey } from '#drafting/saved-texts.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { afterFirstContent } from '#ui/first-content.ts'
import { RollingNumber } from '#ui/rolling-number.tsx'
import { Later } from '#ui/later.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { anchorOf } from './feed-mark.ts'
import { HighlightedText } from './highlighted-text.tsx'
import { LikeButton } from './like-button.tsx'
import { PostByline } from './post-byline.tsx'
import { PostMedia } from './post-media.tsx'
import { postName } from './post-name.ts'
import { PostText } from './post-text.tsx'
import { useRenewCount } from './requests.ts'
import type { User } from '@touchline/contract/people.ts'

const watching = () => afterFirstContent(() => import('./watch-views.ts'))

/** Counts a view once the card is visible. The counting code loads after the posts. */
function useView({ id, status }: Post) {
  useEffect(() => {
    if (status !== 'ready') return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const watch = async () => {
      const { watchView } = await watching()
      const card = document.getElementById(anchorOf(id))
      if (!isOver && card) stop = watchView(card, id)
    }
    void watch()
    return () => {
      isOver = true
      stop?.()
    }
  }, [id, status])
}

type Who = Pick<User, 'id' | 'role'>

const mayChangePost = (viewer: Who, post: Pick<Post, 'creatorId'>) =>
  viewer.role === 'admin' || (viewer.role === 'creator' && viewer.id === post.creatorId)

const PostTools = lazy(async () => ({ default: (await import('./post-tools.tsx')).PostTools }))

const AttachmentList = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./attachment-list.tsx')).AttachmentList })),
)

const PostActions = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('./post-actions.tsx')).PostActions })),
)

type Props = {
  post: Post
  isFirst?: boolean
  hasOpenComments?: boolean
  /** An offline copy, without actions that need a connection. */
  isCopy?: boolean
}

/** True when the post has unfinished or unsent comments. */
const isWaiting = (personId: string, postId: string) =>
  savedTextsUnder(draftsOf(personId, postId)).length > 0 ||
  savedTextsUnder(unsentCommentsKey(personId)).some((text) => text.includes(postId))

export function PostCard(props: Props) {
  const { post, isFirst = false, hasOpenComments = false, isCopy = false } = props
  const { Comments } = useSlots()
  const viewer = useSignedInViewer()
  const id = useId()
  const renewCount = useRenewCount(post.id)
  const isHydrated = useIsHydrated()
  const hasTexts = useMemo(
    () => isHydrated && isWaiting(viewer.id, post.id),
    [isHydrated, viewer.id, post.id],
  )
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? (hasOpenComments || hasTexts)
  // Likes and comments need a published post and a membership.
  const isForMembers = viewer.hasAccess && post.status === 'ready'
  useView(post)
  return (
    <article id={anchorOf(post.id)} tabIndex={-1} aria-labelledby={id} className="surface overflow-hidden">
      <PostByline post={post} isPage={hasOpenComments}>
        {!isCopy && mayChangePost(viewer, post) ? (
          <Later>
            <PostTools post={post} />
          </Later>
        ) : null}
      </PostByline>
      <PostMedia post={post} isFirst={isFirst} />
      <div className="px-4 pt-4">
        <h2 id={id} dir="auto" className={post.title ? 'text-xl' : 'sr-only'}>
          <HighlightedText text={postName(post)} />
        </h2>
        {post.content ? (
          <div className={post.title ? 'mt-2' : ''}>
            <PostText post={post} isWhole={hasOpenComments} />
          </div>
        ) : null}
      </div>
      {post.attachments.length > 0 ? (
        <Later>
          <AttachmentList attachments={post.attachments} />
        </Later>
      ) : null}
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
            <div className="ml-auto flex">
              <Later>
                <PostActions post={post} isCopy={isCopy} />
              </Later>
            </div>
          </div>
          <div id={`${id}-comments`} hidden={!isOpen}>
            {isOpen ? (
              <Comments
                postId={post.id}
                onChange={renewCount}
                isPage={hasOpenComments}
                isOff={post.commentsOff}
              />
            ) : null}
          </div>
        </>
      ) : (
        <div className="h-4" />
      )}
    </article>
  )
}
