import type { Post } from '@touchline/contract/posts.ts'
import { SaveButton } from '#offline/save-button.tsx'
import { postLabel } from '#people/names.ts'
import { ReportButton } from '#reporting/report-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { useRouter } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Copies the link of a post, or shows it when the browser denies clipboard access. */
function CopyLink({ postId, label }: { postId: string; label: string }) {
  const router = useRouter()
  const copy = async () => {
    const { href } = router.buildLocation({ to: paths.post, params: { postId } })
    const address = new URL(href, window.location.origin).href
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Link copied', description: 'Members can open it.', kind: 'success' })
    } catch {
      toast({ title: 'Copy this link', description: <span className="break-all select-all">{address}</span> })
    }
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
      <SaveButton post={post} />
      <CopyLink postId={post.id} label={label} />
      {isCopy || post.creatorId === viewer.id ? null : (
        <ReportButton about={{ kind: 'post', subjectId: post.id, name: `the post “${label}”` }} />
      )}
    </>
  )
}
