import type { Post } from '@touchline/contract/posts.ts'
import { postLabel } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { usePrepareAgain } from './publishing-requests.ts'

export function UnreadyMedia({ post }: { post: Post }) {
  const again = usePrepareAgain(post.id)
  const hasFailed = post.status === 'failed'
  const words = again.isPending ? 'Trying...' : 'Try Again'
  return (
    <div
      aria-live="polite"
      className="grid aspect-video min-h-40 w-full place-content-center justify-items-center gap-4 bg-bench p-6 text-center text-sm text-muted"
    >
      {hasFailed ? (
        <>
          <p className="measure">{post.problem ?? 'This file could not be prepared.'}</p>
          <p className="measure">Your members cannot see this post. Delete it, or try again.</p>
          <Button
            kind="outline"
            disabled={again.isPending}
            aria-label={`${words}: ${postLabel(post)}`}
            onClick={() => again.mutate()}
          >
            {words}
          </Button>
        </>
      ) : (
        <p className="measure">
          Still warming up: this is being processed, and your members will see it as soon as it is ready.
        </p>
      )}
    </div>
  )
}
