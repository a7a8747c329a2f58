import { useQuery } from '@tanstack/react-query'
import { useLocation } from '#router/router-provider.tsx'
import type { SiteDesk } from '@touchline/contract/site-settings.ts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FoldMark } from '#ui/disclosure.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PartForm } from './part-form.tsx'
import { deskQuery, previewAddress, useDiscard, usePublish } from './requests.ts'
import { missingTexts, parts, settingLabels } from './setting-names.ts'
import { useDeskToast } from './use-desk-toast.ts'

const FileSection = lazy(async () => ({ default: (await import('./file-section.tsx')).FileSection }))
const HistorySection = lazy(async () => ({ default: (await import('./history-section.tsx')).HistorySection }))
const SecretsSection = lazy(async () => ({ default: (await import('./secrets-section.tsx')).SecretsSection }))

export function SitePage() {
  usePageTitle('Site')
  const { data, isError, refetch } = useQuery({ ...deskQuery, throwOnError: false })
  return (
    <Page
      title="Site"
      lead="What visitors and members read and see. Changes wait in a draft until you publish it."
      className="grid grid-cols-1 content-start gap-6"
    >
      {data ? (
        <>
          <Missing missing={data.missing} />
          <DraftSection desk={data} />
          {parts.map((part) => (
            <Part key={part.id} desk={data} part={part} />
          ))}
          <Suspense fallback={<Skeleton className="h-96" />}>
            <HistorySection desk={data} />
            <FileSection desk={data} />
            <SecretsSection secrets={data.secrets} />
          </Suspense>
        </>
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The settings could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function Missing({ missing }: Pick<SiteDesk, 'missing'>) {
  if (missing.length === 0) return null
  return (
    <section
      aria-labelledby="missing-title"
      className="rounded-card border-l-4 border-caution-fill bg-bench p-4"
    >
      <h2 id="missing-title" className="font-semibold">
        Still missing
      </h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {missing.map((name) => (
          <li key={name}>
            <a
              href={`#${missingTexts[name].part}`}
              className="underline underline-offset-4"
              // The browser scrolls to a part, but opens none.
              onClick={() => document.getElementById(missingTexts[name].part)?.setAttribute('open', '')}
            >
              {missingTexts[name].text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DraftSection({ desk: { draft, published, revision } }: { desk: SiteDesk }) {
  const publish = usePublish()
  const discard = useDiscard()
  const whenDone = useDeskToast()
  return (
    <Card aria-labelledby="draft-title">
      <h2 id="draft-title" className="text-xl">
        Draft
      </h2>
      {draft ? (
        <>
          <p className="mt-2">
            Changed: {draft.changed.map((name) => settingLabels[name]).join(', ')}.{' '}
            <span className="text-muted">
              Last saved by <bdi>{draft.by?.name ?? 'a former admin'}</bdi>, {localTime(draft.at)}.
            </span>
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button
              disabled={publish.isPending}
              onClick={() =>
                void whenDone(publish.mutateAsync(revision), {
                  title: 'Published',
                  description: 'Visitors and members see it within seconds.',
                })
              }
            >
              {publish.isPending ? 'Publishing…' : 'Publish'}
            </Button>
            <Button
              kind="outline"
              disabled={discard.isPending}
              onClick={() =>
                void whenDone(discard.mutateAsync(), {
                  title: 'Draft Discarded',
                  description: 'The site stays as it is.',
                })
              }
            >
              Discard
            </Button>
          </div>
          <p className="mt-4 flex flex-wrap gap-x-5 text-sm">
            <Preview as="visitor">Preview as a visitor</Preview>
            <Preview as="member">Preview as a member</Preview>
            <a href={previewAddress('off')} className="min-h-6 underline underline-offset-4">
              End the preview
            </a>
          </p>
          <p className="mt-2 text-sm text-muted">
            A preview opens the whole site in a new tab, for you alone and for 15 minutes. As a member you
            keep your own menu.
          </p>
        </>
      ) : (
        <p className="mt-2 text-muted">
          Nothing is waiting.{' '}
          {published.number === 0
            ? 'The site shows its defaults.'
            : `Version ${published.number} is published.`}
        </p>
      )}
    </Card>
  )
}

const Preview = ({ as, children }: { as: 'visitor' | 'member'; children: string }) => (
  <a
    href={previewAddress(as)}
    target="_blank"
    rel="noopener"
    className="min-h-6 underline underline-offset-4"
  >
    {children}
  </a>
)

function Part({ desk, part }: { desk: SiteDesk; part: (typeof parts)[number] }) {
  const isChanged = part.names.some((name) => desk.draft?.changed.includes(name))
  const isTarget = useLocation().hash === part.id
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isTarget) return
    // The browser has looked for it before the settings were loaded, and opens nothing.
    details.current?.setAttribute('open', '')
    details.current?.scrollIntoView()
  }, [isTarget])
  return (
    <details ref={details} id={part.id} className="surface group px-5 py-3 sm:px-8 sm:py-4">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-xl font-semibold">
        <h2>{part.title}</h2>
        {isChanged ? <Badge look="caution">Changed</Badge> : null}
        <FoldMark className="ml-auto" />
      </summary>
      <PartForm desk={desk} part={part} />
    </details>
  )
}
