import { useQueryClient } from '@tanstack/react-query'
import type { Draft } from '@touchline/contract/drafts.ts'
import { useEffect, useRef, useState } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { clubNow } from '#ui/clock.ts'
import { type DraftKeeper, keepDraft, type Kept } from './keep-draft.ts'
import { type Copy, writeCopy } from './local-copy.ts'
import { lookAtDraft, saveDraft } from './requests.ts'

type Opened = { draftId: string; found: Draft | null; copy: Copy | null }

/** Keeps the draft of a page for as long as the page is there; `now` is what the server has by now. */
export function useKeptDraft({ draftId, found, copy }: Opened, now: Draft | null | undefined) {
  const client = useQueryClient()
  const personId = useSignedInViewer().id
  const [kept, setKept] = useState<Kept | null>(null)
  const keeper = useRef<DraftKeeper>(undefined)
  const opened = useRef({ found, copy })

  useEffect(() => {
    const made = keepDraft({
      ...opened.current,
      save: (version, typed) => saveDraft(client, draftId, version, typed),
      look: () => lookAtDraft(draftId),
      keep: (next) => writeCopy(personId, draftId, next),
      tell: setKept,
      now: clubNow,
    })
    keeper.current = made
    setKept(made.kept())
    made.start()
    return () => made.stop()
  }, [client, draftId, personId])

  useEffect(() => {
    if (now !== undefined) keeper.current?.hear(now)
  }, [now])

  return { kept, keeper }
}
