import type { Post } from '@touchline/contract/posts.ts'
import { Button } from '#ui/button.tsx'
import { usePrepareAgain } from './publishing-requests.ts'

const files = (count: number) => (count === 1 ? 'One file' : `${count} files`)

/** Which files of a published gallery members do not see yet, for people who may change the post. */
export function UnreadyParts({ post }: { post: Post }) {
  const again = usePrepareAgain(post.id)
  const parts = post.gallery?.parts ?? []
  const waiting = parts.filter(({ status }) => status === 'processing').length
  const failed = parts.filter(({ status }) => status === 'failed')
  if (waiting + failed.length === 0) return null
  return (
    <div className="grid gap-2 bg-black/75 p-3 text-sm text-white" aria-live="polite">
      {waiting > 0 ? <p>{files(waiting)} still being processed: members see the others.</p> : null}
      {failed.length > 0 ? (
        <>
          <p>
            {files(failed.length)} could not be prepared. Members see only the others.{' '}
            {[...new Set(failed.map(({ problem }) => problem))].join(' ')}
          </p>
          <Button
            kind="outline"
            disabled={again.isPending}
            className="justify-self-start text-white!"
            onClick={() => again.mutate()}
          >
            {again.isPending ? 'Trying...' : 'Try Again'}
          </Button>
        </>
      ) : null}
    </div>
  )
}
