import { useRouter } from '@tanstack/react-router'
import { Link2 } from 'lucide-react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'

/** Copies the address of a post; where the browser does not allow that, shows it to be copied by hand. */
export function CopyLink({ postId }: { postId: string }) {
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
      aria-label="Copy link"
      className="text-muted!"
      onClick={() => void copy()}
    >
      <Link2 size={20} aria-hidden />
    </Button>
  )
}
