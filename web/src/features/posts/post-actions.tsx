import type { Post } from '@touchline/contract/posts.ts'
import { SaveButton } from '#offline/save-button.tsx'
import { ReportButton } from '#session/report-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { CopyLink } from './copy-link.tsx'

/** What a member can do with a post besides liking it and talking about it; of a copy only what needs no connection. */
export function PostActions({ post, isCopy }: { post: Post; isCopy: boolean }) {
  const viewer = useSignedInViewer()
  return (
    <>
      <SaveButton post={post} />
      <CopyLink postId={post.id} />
      {isCopy || post.creatorId === viewer.id ? null : (
        <ReportButton about={{ kind: 'post', subjectId: post.id, name: 'the post' }} />
      )}
    </>
  )
}
