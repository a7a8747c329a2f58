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

/** The saved copy with current counts when online, else with those at the time of saving. */
function Copy({ post, saved }: { post: Post; saved: Post }) {
  const { data } = useQuery({
    queryKey: postKey(saved.id),
    queryFn: ({ signal }) => shownPost(saved.id, signal),
    initialData: saved,
    staleTime: 0,
    // Do not cache the old copy as the post itself.
    gcTime: 0,
    throwOnError: false,
  })
  const { isLiked, likesCount, commentsCount } = data ?? saved
  const shown = { ...post, isLiked, likesCount, commentsCount }
  return <PostCard post={shown} comments={Comment} isFirst hasOpenComments isCopy />
}

/** A saved post with its heart and comment form. */
export const SavedPost = () => <SavedPostPage card={Copy} />
