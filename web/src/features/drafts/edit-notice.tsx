import { Link } from '#router/link.tsx'
import type { Draft } from '@touchline/contract/drafts.ts'
import { paths } from '#paths.ts'
import { clubNow } from '#ui/clock.ts'

type Props = { draft: Pick<Draft, 'id' | 'publishAt'> & { edits: NonNullable<Draft['edits']> } }

/** Says what happens to the post that a draft edits. */
export function EditNotice({ draft: { id, publishAt, edits } }: Props) {
  const isDue = publishAt !== null && Date.parse(publishAt) <= clubNow()
  return (
    <div
      className="grid gap-2 rounded-control bg-bench p-4 text-sm"
      role={edits.version > edits.basedOn ? 'alert' : undefined}
    >
      {edits.isPublished ? (
        <p>
          You are editing a published post. Members see it as it was until you save your changes; its
          comments, likes and link stay.{' '}
          <Link to={paths.post} params={{ postId: id }} className="underline underline-offset-4">
            See the post
          </Link>
        </p>
      ) : (
        <p>
          Members no longer see this post. Its comments, likes and views come back when you publish it again.
        </p>
      )}
      {isDue ? (
        <p className="font-semibold">
          A new file is still being processed. Your changes appear by themselves when it is ready.
        </p>
      ) : null}
      {edits.version > edits.basedOn ? (
        <p className="font-semibold text-caution">
          The post was edited in another place after you began. Saving here replaces that; the version history
          of the post keeps both.
        </p>
      ) : null}
    </div>
  )
}
