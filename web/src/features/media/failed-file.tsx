import type { MediaHealth } from '@touchline/contract/media-health.ts'
import { sentenceOf } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { toast } from '#ui/toast-store.ts'
import { mediaNames } from './media-names.ts'
import { useTryAgain } from './requests.ts'

/** A file that was given up, with why and another try. */
export function FailedFile({ file }: { file: MediaHealth['failed'][number] }) {
  const { id, kind, problem, isShown, createdAt } = file
  const again = useTryAgain(id)
  const isExpired = useExpiredSession()
  const send = () =>
    again.mutate(undefined, {
      onError(error) {
        if (isExpired(error)) return
        const description = sentenceOf(error, 'The file could not be tried again. Please try again.')
        toast({ title: 'Not tried', description, kind: 'destructive' })
      },
    })
  return (
    <article className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={isShown ? 'caution' : 'dismissal'}>{mediaNames[kind]}</Badge>
        <RelativeTime at={createdAt} />
      </div>
      <p className="break-words">{problem}</p>
      <p className="text-sm text-muted">
        {isShown
          ? kind === 'image'
            ? 'Members see its first picture, which does not move.'
            : 'Members can play it, in one quality only.'
          : 'Its post is not published; its creator sees the reason there.'}
      </p>
      <div>
        <Button kind="outline" disabled={again.isPending} onClick={send}>
          {again.isPending ? 'Trying...' : 'Try Again'}
        </Button>
      </div>
    </article>
  )
}
