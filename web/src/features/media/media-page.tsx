import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MediaHealth } from '@touchline/contract/media-health.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RelativeTime } from '#ui/relative-time-text.tsx'
import { Page } from '#ui/page.tsx'
import { TryAgainButton } from '#session/try-again-button.tsx'
import * as api from '@touchline/contract/media-health.ts'
import { call } from '#api/call.ts'
import { throwUnlessShown } from '#api/throw-unless-shown.ts'

const refetchMs = 5000

const mediaHealth = queryOptions({
  queryKey: ['media', 'health'],
  queryFn: ({ signal }) => call(api.health, { signal }),
  refetchInterval: refetchMs,
  throwOnError: throwUnlessShown(),
})

function useTryAgain(mediaId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.tryAgain, { params: { id: mediaId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: mediaHealth.queryKey }),
  })
}

const mediaNames = { image: 'Picture', video: 'Video', audio: 'Recording', file: 'Attachment' }

function FailedFile({ file }: { file: MediaHealth['failed'][number] }) {
  const { id, kind, problem, isShown, createdAt } = file
  const again = useTryAgain(id)
  return (
    <article className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <Badge look={isShown ? 'caution' : 'dismissal'}>{mediaNames[kind]}</Badge>
        <RelativeTime at={createdAt} />
      </div>
      <p className="wrap-anywhere">{problem}</p>
      <p className="text-sm text-muted">
        {isShown
          ? kind === 'image'
            ? 'Members see its first picture, which does not move.'
            : 'Members can play it, in one quality only.'
          : 'Its post is not published; its creator sees the reason there.'}
      </p>
      <div>
        <TryAgainButton
          again={again}
          about={`${mediaNames[kind]} of ${localTime(createdAt)}`}
          problem="The file could not be tried again. Please try again."
        />
      </div>
    </article>
  )
}

export function MediaPage() {
  usePageTitle('Media')
  const { data } = useQuery(mediaHealth)
  return (
    <Page title="Media" lead="How uploaded videos and recordings are prepared for playing.">
      {data ? (
        <>
          <Ability health={data} />
          <Waiting count={data.waiting} />
          <Failed files={data.failed} />
          {data.damaged.length > 0 ? <Damaged files={data.damaged} /> : null}
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function Ability({ health: { ffmpeg, problem, guards } }: { health: MediaHealth }) {
  return (
    <Card aria-labelledby="ability-title" className="mt-6">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="ability-title" className="text-xl">
          Video processing
        </h2>
        {problem ? <Badge look="caution">Limited</Badge> : <Badge look="turf">Complete</Badge>}
      </div>
      {problem ? (
        <div className="measure mt-3 grid gap-3">
          <p className="wrap-anywhere">{problem}</p>
          <p className="text-muted">
            Videos that browsers can play already are published as they are, without a preview picture and in
            one quality; location and camera details are removed all the same. Everything else, AVI files for
            example, is refused until ffmpeg is installed. On Debian and Ubuntu:{' '}
            <code>apt-get install ffmpeg</code>. It is found within a minute.
          </p>
        </div>
      ) : (
        <p className="measure mt-3 text-muted">
          ffmpeg <span className="break-all">{ffmpeg}</span> is installed. Videos get a preview picture and
          play in several qualities.
        </p>
      )}
      <p className="measure mt-3 text-sm text-muted">
        {guards.length > 0
          ? `The programs that read uploaded files are kept within bounds by ${guards.join(', ')}.`
          : 'This system has no means to keep the programs that read uploaded files within bounds: they run with the rights of the site.'}
      </p>
    </Card>
  )
}

function Waiting({ count }: { count: number }) {
  return (
    <p aria-live="polite" className="mt-9">
      {count === 0
        ? 'Nothing is waiting: everything that was uploaded has been processed.'
        : `${count} ${count === 1 ? 'file is' : 'files are'} being worked on or waiting.`}
    </p>
  )
}

function Failed({ files }: { files: MediaHealth['failed'] }) {
  return (
    <section aria-labelledby="failed-title" className="mt-9">
      <h2 id="failed-title" className="text-2xl">
        Failed
      </h2>
      <div className="mt-5">
        {files.length === 0 ? (
          <EmptyState title="Nothing failed">
            Files that cannot be prepared for playing appear here, with the reason.
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {files.map((file) => (
              <li key={file.id}>
                <FailedFile file={file} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Damaged({ files }: { files: MediaHealth['damaged'] }) {
  return (
    <section aria-labelledby="damaged-title" className="mt-9">
      <h2 id="damaged-title" className="text-2xl">
        Damaged in storage
      </h2>
      <p className="measure mt-2 text-muted">
        A file of each of these is missing or shorter than when it was stored, so members cannot see it.
        Restore it from a backup, or delete its post and publish it again. Its name in storage is given here.
      </p>
      <ul className="mt-5 grid gap-3">
        {files.map(({ id, kind, foundAt }) => (
          <li key={id} className="surface flex flex-wrap items-center gap-3 p-4 sm:p-5">
            <Badge look="dismissal">{mediaNames[kind]}</Badge>
            <RelativeTime at={foundAt} />
            <code className="break-all">{id}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
