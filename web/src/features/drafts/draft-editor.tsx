import type { Draft } from '@touchline/contract/drafts.ts'
import { maxSearchLength } from '@touchline/contract/posts.ts'
import { lazy, Suspense, useState } from 'react'
import { textPictures } from '#drafting/text-pictures.ts'
import { useSlots } from '#slots.ts'
import { LazyTextEditor } from '#ui/text-editor/lazy-text-editor.tsx'
import { TitleField } from '#ui/title-field.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EarlyAccessField } from '#ui/early-access-field.tsx'
import { SharingField } from '#ui/sharing-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DraftActions } from './draft-actions.tsx'
import { DraftSchedule } from './draft-schedule.tsx'
import { earlyAccessProblem } from './early-access-problem.ts'
import { arrangedParts, type StoredCopy } from '#drafting/local-copy.ts'
import { previewDraft } from './requests.ts'
import { isOnItsWay, useSendingFiles } from './send-files.ts'
import { SavingNotice, SavingStatus } from './saving-status.tsx'
import { useAutosavedDraft } from './use-autosaved-draft.ts'

// Not needed for the text, which is typed first.
const DropZone = lazy(async () => ({ default: (await import('./drop-zone.tsx')).DropZone }))
const DraftParts = lazy(async () => ({ default: (await import('./draft-parts.tsx')).DraftParts }))
const PostOptions = lazy(async () => ({ default: (await import('./post-options.tsx')).PostOptions }))
const EditNotice = lazy(async () => ({ default: (await import('./edit-notice.tsx')).EditNotice }))
const EditActions = lazy(async () => ({ default: (await import('./edit-actions.tsx')).EditActions }))
const DraftAttachments = lazy(async () => ({
  default: (await import('./draft-attachments.tsx')).DraftAttachments,
}))

type Props = {
  opened: { draftId: string; found: Draft | null; copy: StoredCopy | null }
  /** Null when the draft does not exist, undefined before a response. */
  now: Draft | null | undefined
}

export function DraftEditor({ opened, now }: Props) {
  const { PostPreview } = useSlots()
  const { draftId } = opened
  const { draftState, keeper } = useAutosavedDraft(opened, now)
  const [isPreviewed, setPreviewed] = useState(false)
  const isSending = useSendingFiles(draftId).some(isOnItsWay)
  if (!draftState) return <Skeleton className="h-96" />
  const { typed, saving } = draftState
  const change = (changes: Partial<typeof typed>) => keeper.current?.change(changes)
  const saved = async () => (await keeper.current?.ensureSaved()) ?? false
  const isGone = saving.state === 'gone'
  const parts = arrangedParts(now?.parts ?? [], typed.parts)
  const attachments = now?.attachments ?? []
  const publishAt = now?.publishAt ?? null
  // The members of a published post have seen it already.
  const earlyUntil = now?.edits ? null : typed.opensAt
  const edits = now?.edits ?? null
  const actions = {
    draftId,
    parts: parts.map(({ id }) => id),
    isSending,
    keeper,
    isSaved: saved,
    preview: (
      <Button kind="outline" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
        {isPreviewed ? 'Hide Preview' : 'Preview'}
      </Button>
    ),
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      {edits && now ? (
        <Suspense fallback={null}>
          <EditNotice draft={{ ...now, edits }} />
        </Suspense>
      ) : null}
      <SavingStatus saving={saving} />
      <SavingNotice draftState={draftState} keeper={keeper} />
      {now?.notPublished ? (
        <p role="alert" className="rounded-control border border-dismissal p-4 text-sm">
          This did not go out when it should have: {now.notPublished}
        </p>
      ) : null}
      <fieldset
        disabled={isGone}
        className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]"
      >
        <Card aria-label="The post" className="grid grid-cols-1 gap-4">
          {isGone ? null : (
            <Suspense fallback={<Skeleton className="h-36" />}>
              <DropZone draftId={draftId} parts={parts} attachments={attachments} isSaved={saved} />
            </Suspense>
          )}
          <TitleField
            maxLength={maxSearchLength.title}
            isOptional
            value={typed.title}
            onChange={(title) => change({ title })}
          />
          <LazyTextEditor
            label="Content"
            maxLength={maxSearchLength.content}
            maxAltLength={maxSearchLength.mediaAlt}
            value={typed.content}
            pictures={textPictures(parts)}
            onChange={(content) => change({ content })}
          />
          <Suspense fallback={<Skeleton className="h-24" />}>
            <DraftParts
              draftId={draftId}
              parts={parts}
              isSaved={saved}
              onArrange={(arranged) =>
                change({
                  parts: arranged.map(({ id, mediaAlt }) => ({ id, mediaAlt })),
                  mediaAlt: arranged[0]?.mediaAlt ?? '',
                })
              }
            />
            <DraftAttachments draftId={draftId} attachments={attachments} isSaved={saved} />
          </Suspense>
        </Card>
        <div className="grid grid-cols-1 gap-6">
          <Card aria-label="Who sees it, and when" className="grid grid-cols-1 gap-6">
            <EarlyAccessField
              value={typed.opensAt}
              onChange={(opensAt) => change({ opensAt })}
              error={earlyAccessProblem(earlyUntil, publishAt)}
            />
            <SharingField
              value={typed.sharing}
              onChange={(sharing) => change({ sharing })}
              onDefault={() => change({ sharing: null })}
            />
            <Suspense fallback={<Skeleton className="h-16" />}>
              <PostOptions
                options={{
                  commentsOff: typed.commentsOff ?? false,
                  isMadeWithAi: typed.isMadeWithAi ?? false,
                  tags: typed.tags ?? [],
                  collectionIds: typed.collectionIds ?? [],
                }}
                onChange={change}
              />
            </Suspense>
            <DraftSchedule
              draftId={draftId}
              publishAt={publishAt}
              opensAt={earlyUntil}
              isSending={isSending}
              isSaved={saved}
            />
          </Card>
          {edits ? (
            <Suspense fallback={<Skeleton className="h-11" />}>
              <EditActions edits={edits} {...actions} />
            </Suspense>
          ) : (
            <DraftActions opensAt={earlyUntil} {...actions} />
          )}
        </div>
      </fieldset>
      {isPreviewed ? (
        <PostPreview
          read={async (as) => {
            if (!(await saved())) throw new Error('The draft could not be saved')
            return previewDraft(draftId, as)
          }}
        />
      ) : null}
    </div>
  )
}
