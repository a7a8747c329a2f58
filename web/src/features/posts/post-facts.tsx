import type { Post } from '@touchline/contract/posts.ts'
import { clubNow } from '#ui/clock.ts'
import { localDay } from '#ui/dates.ts'
import { RelativeTime } from '#ui/relative-time-text.tsx'

type Props = { post: Pick<Post, 'opensAt' | 'editedAt' | 'isMadeWithAi'> }

/** What members are told about a post beside its age: early access, a later edit, and AI. */
export function PostFacts({ post: { opensAt, editedAt, isMadeWithAi } }: Props) {
  return (
    <span className="text-sm">
      {editedAt ? (
        <>
          {' · Edited '}
          <RelativeTime at={editedAt} />
        </>
      ) : null}
      {isMadeWithAi ? ' · Made with AI' : null}
      {opensAt
        ? Date.parse(opensAt) <= clubNow()
          ? ' · Open to everybody signed in'
          : ` · Early access: opens to everybody on ${localDay(opensAt)}`
        : null}
    </span>
  )
}
