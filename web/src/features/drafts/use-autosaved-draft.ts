import { useQueryClient } from '@tanstack/react-query'
import type { Draft } from '@touchline/contract/drafts.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { clubNow } from '#ui/clock.ts'
import { type DraftAutosaver, autosaveDraft, type DraftState } from './autosave-draft.ts'
import { type StoredCopy, writeCopy } from '#drafting/local-copy.ts'
import { randomId } from '#ui/random-id.ts'
import { fetchDraft, saveDraft } from './requests.ts'

type Opened = { draftId: string; found: Draft | null; copy: StoredCopy | null }

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
    const holder = { draftId, editorId: randomId() }
    const { copy: opening } = opened.current
    if (opening) {
      // It is this editor's from now on.
      writeCopy(personId, holder, opening)
      writeCopy(personId, opening, null)
      opened.current = { ...opened.current, copy: { ...opening, ...holder } }
    }
    const autosaver = autosaveDraft({
      ...opened.current,
      save: (version, typed) => withSessionCheck(saveDraft(client, draftId, version, typed)),
      fetchLatest: () => withSessionCheck(fetchDraft(draftId)),
      saveCopy: (next) => writeCopy(personId, holder, next),
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
