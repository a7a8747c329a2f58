import { useQueryClient } from '@tanstack/react-query'
import type { Draft } from '@touchline/contract/drafts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { clubNow } from '#ui/clock.ts'
import { type DraftAutosaver, autosaveDraft, type DraftState } from './autosave-draft.ts'
import { type Copy, writeCopy } from './local-copy.ts'
import { fetchDraft, saveDraft } from './requests.ts'

type Opened = { draftId: string; found: Draft | null; copy: Copy | null }

/** Which keeper of a draft was opened last: one that was left may still be saving. */
const newest = new Map<string, object>()

/** Keeps the draft of a page for as long as the page is there; `now` is what the server has by now. */
export function useAutosavedDraft({ draftId, found, copy }: Opened, now: Draft | null | undefined) {
  const client = useQueryClient()
  const personId = useSignedInViewer().id
  const [kept, setKept] = useState<DraftState | null>(null)
  const keeper = useRef<DraftAutosaver>(undefined)
  const opened = useRef({ found, copy })
  const isExpired = useExpiredSession()
  // Somebody whose session is over is led to the sign-in and back, where the copy in this browser is found.
  const noting = useEffectEvent(async (asked: Promise<Draft>) => {
    try {
      return await asked
    } catch (error) {
      isExpired(error)
      throw error
    }
  })

  useEffect(() => {
    const turn = {}
    newest.set(draftId, turn)
    const made = autosaveDraft({
      ...opened.current,
      save: (version, typed) => noting(saveDraft(client, draftId, version, typed)),
      look: () => noting(fetchDraft(draftId)),
      keep: (next) => {
        // What has been typed since it was opened again is not this one's to forget.
        if (newest.get(draftId) === turn) writeCopy(personId, draftId, next)
      },
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
