import { useNavigate } from '#router/router-provider.tsx'
import type { RefObject } from 'react'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { clubNow } from '#ui/clock.ts'
import { localDay } from '#ui/dates.ts'
import { sharingNames } from '#ui/sharing-field.tsx'
import { randomId } from '#ui/random-id.ts'
import { clockTime } from './draft-text.ts'
import type { DraftAutosaver, DraftState, Saving } from './autosave-draft.ts'
import { type Typed, writeCopy } from '#drafting/local-copy.ts'

function textOf(saving: Saving): string {
  switch (saving.state) {
    case 'saved':
      return saving.at === null ? 'Saved as you type' : `Saved ${clockTime(saving.at)}`
    case 'saving':
      return 'Saving…'
    case 'waiting':
      return 'Not saved yet – it is kept on this device, and we keep trying'
    case 'refused':
      return `Not saved: ${saving.problem}`
    default:
      return 'Not saved'
  }
}

export function SavingStatus({ saving }: { saving: Saving }) {
  const isFine = saving.state === 'saved' || saving.state === 'saving'
  return (
    <output className={`block text-sm ${isFine ? 'text-muted' : 'font-semibold text-caution'}`}>
      {textOf(saving)}
    </output>
  )
}

type Props = { draftState: DraftState; keeper: RefObject<DraftAutosaver | undefined> }

/** Lets the author resolve a conflict, or save a deleted draft as a new one. */
export function SavingNotice({ draftState: { typed, saving }, keeper }: Props) {
  const { id: personId } = useSignedInViewer()
  const navigate = useNavigate()
  const saveAsNew = () => {
    const newId = randomId()
    writeCopy(personId, { draftId: newId }, { version: 0, typed, at: clubNow() })
    keeper.current?.forget()
    void navigate({ to: paths.draft, params: { draftId: newId }, replace: true })
  }
  if (saving.state === 'conflict')
    return (
      <Card aria-labelledby="conflict" role="alert" className="grid gap-4 border-caution!">
        <h2 id="conflict" className="text-xl">
          Changed elsewhere
        </h2>
        <p className="text-muted">
          This draft was saved from another tab or device while you were writing here. Nothing is lost: choose
          which of the two stays.
        </p>
        <Version name="Saved there" typed={saving.theirs} />
        <Version name="Written here" typed={typed} />
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => keeper.current?.keepMine()}>Keep what is here</Button>
          <Button kind="outline" onClick={() => keeper.current?.takeTheirs()}>
            Take what is there
          </Button>
        </div>
      </Card>
    )
  if (saving.state === 'gone')
    return (
      <Card aria-labelledby="gone" role="alert" className="grid gap-4">
        <h2 id="gone" className="text-xl">
          No longer a draft
        </h2>
        <p className="text-muted">{saving.problem}</p>
        {saving.isUnsaved ? <p className="text-muted">What you wrote here since then is below.</p> : null}
        <div className="flex flex-wrap gap-3">
          <Button onClick={saveAsNew}>Keep this as a new draft</Button>
          <Button
            kind="outline"
            onClick={() => {
              keeper.current?.forget()
              void navigate({ to: paths.drafts, replace: true })
            }}
          >
            Leave it
          </Button>
        </div>
      </Card>
    )
  return null
}

function Version({ name, typed }: { name: string; typed: Typed }) {
  const { title, content, mediaAlt, opensAt, sharing, parts = [] } = typed
  return (
    <div className="rounded-control bg-bench p-4 text-sm">
      <p className="font-semibold">{name}</p>
      <p dir="auto" className="mt-1 max-h-40 overflow-y-auto whitespace-pre-line">
        {[title, content].filter(Boolean).join('\n') || 'Nothing'}
      </p>
      {parts.length > 1 ? (
        <ol className="mt-2 list-decimal pl-5">
          {parts.map((part) => (
            <li key={part.id} dir="auto">
              {part.mediaAlt || 'A file without description'}
            </li>
          ))}
        </ol>
      ) : mediaAlt ? (
        <p className="mt-2">
          Description: <bdi>{mediaAlt}</bdi>
        </p>
      ) : null}
      {opensAt ? <p className="mt-2">Opens to everybody on {localDay(opensAt)}</p> : null}
      {sharing ? <p className="mt-2">Shown to visitors: {sharingNames[sharing]}</p> : null}
    </div>
  )
}
