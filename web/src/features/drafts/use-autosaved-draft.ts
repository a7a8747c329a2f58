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

/** The latest autosaver of each draft. An earlier one may still be saving. */
const newest = new Map<string, object>()

export function useAutosavedDraft({ draftId, found, copy }: Opened, now: Draft | null | undefined) {
  const client = useQueryClient()
  const personId = useSignedInViewer().id
  const [draftState, setDraftState] = useState<DraftState | null>(null)
  const keeper = useRef<DraftAutosaver>(undefined)
  const opened = useRef({ found, copy })
  const isExpired = useExpiredSession()
  // After an expired session the copy in this browser survives the sign-in.
  const withSessionCheck = useEffectEvent(async (request: Promise<Draft>) => {
    try {
      return await request
    } catch (error) {
      isExpired(error)
      throw error
    }
  })

  useEffect(() => {
    const turn = {}
    newest.set(draftId, turn)
    const autosaver = autosaveDraft({
      ...opened.current,
      save: (version, typed) => withSessionCheck(saveDraft(client, draftId, version, typed)),
      fetchLatest: () => withSessionCheck(fetchDraft(draftId)),
      saveCopy: (next) => {
        // An earlier autosaver must not delete newer changes.
        if (newest.get(draftId) === turn) writeCopy(personId, draftId, next)
      },
      notify: setDraftState,
      now: clubNow,
    })
    keeper.current = autosaver
    setDraftState(autosaver.current())
    autosaver.start()
    return () => autosaver.stop()
  }, [client, draftId, personId])

  useEffect(() => {
    if (now !== undefined) keeper.current?.receive(now)
  }, [now])

  return { draftState, keeper }
}
