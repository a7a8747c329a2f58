import { type Draft, losesEarlyAccess, noEarlyAccess } from '@touchline/contract/drafts.ts'
import { maxSearchLength } from '@touchline/contract/posts.ts'
import { lazy, Suspense, useState } from 'react'
import { useSlots } from '#slots.ts'
import { LazyTextEditor } from '#ui/text-editor/lazy-text-editor.tsx'
import { TitleField } from '#ui/title-field.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { clubNow } from '#ui/clock.ts'
import { EarlyAccessField } from '#ui/early-access-field.tsx'
import { SharingField } from '#ui/sharing-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DraftActions } from './draft-actions.tsx'
import { DraftSchedule } from './draft-schedule.tsx'
import { arrangedParts, type Copy } from './local-copy.ts'
import { previewDraft } from './requests.ts'
import { isOnItsWay, useSendingFiles } from './send-files.ts'
import { SavingNotice, SavingStatus } from './saving-status.tsx'
import { useAutosavedDraft } from './use-autosaved-draft.ts'

// Not needed for the text, which is typed first.
const DraftParts = lazy(async () => ({ default: (await import('./draft-parts.tsx')).DraftParts }))
const DraftAttachments = lazy(async () => ({
  default: (await import('./draft-attachments.tsx')).DraftAttachments,
}))

type Props = {
  opened: { draftId: string; found: Draft | null; copy: Copy | null }
  /** Null when the draft does not exist, undefined before a response. */
  now: Draft | null | undefined
}

const asDate = (at: string | null) => (at === null ? null : new Date(at))

const earlyAccessProblem = (opensAt: string | null, publishAt: string | null) =>
  losesEarlyAccess(asDate(opensAt), asDate(publishAt), new Date(clubNow())) ? noEarlyAccess : undefined

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
  return (
    <div className="grid grid-cols-1 gap-6">
      <SavingStatus saving={saving} />
      <SavingNotice draftId={draftId} draftState={draftState} keeper={keeper} />
      {now?.notPublished ? (
        <p role="alert" className="rounded-control border border-dismissal p-4 text-sm">
          This did not go out when it should have: {now.notPublished}
        </p>
      ) : null}
      <fieldset
        disabled={isGone}
        className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]"
      >
        <Card aria-label="What you say" className="grid grid-cols-1 gap-4">
          <TitleField
            maxLength={maxSearchLength.title}
            isOptional
            value={typed.title}
            onChange={(title) => change({ title })}
          />
          <LazyTextEditor
            label="Content"
            maxLength={maxSearchLength.content}
            value={typed.content}
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
            <DraftAttachments draftId={draftId} attachments={now?.attachments ?? []} isSaved={saved} />
          </Suspense>
        </Card>
        <div className="grid grid-cols-1 gap-6">
          <Card aria-label="Who sees it, and when" className="grid grid-cols-1 gap-6">
            <EarlyAccessField
              value={typed.opensAt}
              onChange={(opensAt) => change({ opensAt })}
              error={earlyAccessProblem(typed.opensAt, now?.publishAt ?? null)}
            />
            <SharingField
              value={typed.sharing}
              onChange={(sharing) => change({ sharing })}
              onDefault={() => change({ sharing: null })}
            />
            <DraftSchedule
              draftId={draftId}
              publishAt={now?.publishAt ?? null}
              isSending={isSending}
              isSaved={saved}
            />
          </Card>
          <DraftActions
            draftId={draftId}
            parts={parts.map(({ id }) => id)}
            isSending={isSending}
            keeper={keeper}
            isSaved={saved}
            preview={
              <Button kind="outline" aria-expanded={isPreviewed} onClick={() => setPreviewed(!isPreviewed)}>
                {isPreviewed ? 'Hide Preview' : 'Preview'}
              </Button>
            }
          />
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
