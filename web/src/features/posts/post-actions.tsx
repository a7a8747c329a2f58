import type { Post } from '@touchline/contract/posts.ts'
import { SaveButton } from '#offline/save-button.tsx'
import { postLabel } from '#people/names.ts'
import { ReportButton } from '#reporting/report-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { hrefOf } from '#router/address.ts'
import { Link2 } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { copyLink } from '#ui/copy-link.tsx'
import { BookmarkButton } from './library/bookmark-button.tsx'

/** Copies the link of a post, or shows it when the browser denies clipboard access. */
function CopyLink({ postId, label }: { postId: string; label: string }) {
  const copy = async () => {
    const href = hrefOf({ to: paths.post, params: { postId } })
    const address = new URL(href, window.location.origin).href
    await copyLink(address, 'Members can open it.')
  }
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={`Copy link: ${label}`}
      className="text-muted!"
      onClick={() => void copy()}
    >
      <Link2 size={20} aria-hidden />
    </Button>
  )
}

/** Secondary actions of members; offline copies show only those that work offline. */
export function PostActions({ post, isCopy }: { post: Post; isCopy: boolean }) {
  const viewer = useSignedInViewer()
  const label = postLabel(post)
  return (
    <>
      {isCopy ? null : <BookmarkButton post={post} />}
      <SaveButton post={post} />
      <CopyLink postId={post.id} label={label} />
      {isCopy || post.creatorId === viewer.id ? null : (
        <ReportButton about={{ kind: 'post', subjectId: post.id, name: `the post “${label}”` }} />
      )}
    </>
  )
}
