import { useQuery } from '@tanstack/react-query'
import type { Post } from '@touchline/contract/posts.ts'
import { lazy, Suspense } from 'react'
import type { CommentSlot } from '../features/posts/comment-slot.ts'
import { PostCard } from '../features/posts/post-card.tsx'
import { postKey } from '../features/posts/post-cache.ts'
import { shownPost } from '../features/posts/requests.ts'
import { SavedPostPage } from '../features/saved/saved-post-page.tsx'

const SavedComment = lazy(async () => ({ default: (await import('./saved-comment.tsx')).SavedComment }))
const Comment: CommentSlot = ({ postId }) => (
  <Suspense fallback={null}>
    <SavedComment postId={postId} />
  </Suspense>
)

/** The copy with its counts as the site has them where it can be asked, else as they were when it was made. */
function Copy({ post, saved }: { post: Post; saved: Post }) {
  const { data } = useQuery({
    queryKey: postKey(saved.id),
    queryFn: ({ signal }) => shownPost(saved.id, signal),
    initialData: saved,
    staleTime: 0,
    // A copy of last week must not stand in for the post anywhere else.
    gcTime: 0,
    throwOnError: false,
  })
  const { isLiked, likesCount, commentsCount } = data ?? saved
  const shown = { ...post, isLiked, likesCount, commentsCount }
  return <PostCard post={shown} comments={Comment} isFirst hasOpenComments isCopy />
}

/** A saved post with its heart and the box for a comment. */
export const SavedPost = () => <SavedPostPage card={Copy} />
