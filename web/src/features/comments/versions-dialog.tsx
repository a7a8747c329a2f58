import { useQuery } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Comment } from '@touchline/contract/comments.ts'
import { call } from '#api/call.ts'
import { Dialog } from '#ui/dialog.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { commentLabel } from './author-name.ts'

/** The earlier texts of an edited comment, for moderators and admins. */
export function VersionsDialog({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { id, version } = comment
  const { data, isError, refetch } = useQuery({
    queryKey: ['comment-versions', id, version],
    queryFn: ({ signal }) => call(api.versions, { params: { id }, signal }),
    throwOnError: false,
  })
  return (
    <Dialog
      open
      title="Earlier versions"
      description={`What ${commentLabel(comment)} said before it was edited.`}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {data ? (
        <ol className="mt-5 grid grid-cols-1 gap-4">
          {data.map(({ content, writtenAt }) => (
            <li key={writtenAt} className="border-l-2 border-edge pl-4 text-sm">
              <MemberText text={content} />
              <p className="text-muted">
                <RelativeTime at={writtenAt} />
              </p>
            </li>
          ))}
        </ol>
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The earlier versions could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="mt-5 h-20" />
      )}
    </Dialog>
  )
}
