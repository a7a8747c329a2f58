import type { Draft } from '@touchline/contract/drafts.ts'
import { ApiError, isNotFound, isUnauthorized } from '#api/api-error.ts'
import { type Copy, isSameText, nothingTyped, type Typed, typedOf } from '#drafting/local-copy.ts'

/** `refused` lasts until the text changes; `gone` means deleted or published elsewhere. */
export type Saving =
  | { state: 'saved'; at: number | null }
  | { state: 'saving' }
  | { state: 'waiting' }
  | { state: 'refused'; problem: string }
  | { state: 'conflict'; theirs: Draft }
  | { state: 'gone'; problem: string; isUnsaved: boolean }

export type DraftState = { version: number; typed: Typed; saving: Saving }

type Options = {
  found: Draft | null
  /** Unsaved changes in this browser. */
  copy: Copy | null
  save: (version: number, typed: Typed) => Promise<Draft>
  fetchLatest: () => Promise<Draft>
  saveCopy: (copy: Copy | null) => void
  notify: (current: DraftState) => void
  now: () => number
}

const quietMs = 800
const retryDelaysMs = [2000, 5000, 10_000, 30_000]

const goneText = 'This draft was deleted or published elsewhere.'

/**
 * Saves a draft at once in this browser, and on the server after a pause. It never overwrites changes from
 * elsewhere and never drops local ones unasked.
 */
export function autosaveDraft({ found, copy, save, fetchLatest, saveCopy, notify, now }: Options) {
  let version = found?.version ?? copy?.version ?? 0
  let typed = copy?.typed ?? typedOf(found!)
  let saving: Saving = { state: 'saved', at: found ? Date.parse(found.updatedAt) : null }
  let isDirty = false
  let inFlight: Promise<void> | null = null
  /** Texts that may have arrived although the response was lost. */
  let sent: Typed[] = []
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLeft = false
  let isOver = false

  const set = (next: Saving) => {
    saving = next
    if (!isLeft) notify({ version, typed, saving })
  }
  const canSave = () => !isOver && saving.state !== 'conflict' && saving.state !== 'gone'
  const saveIn = (ms: number) => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void saveNow(), ms)
  }
  const takeOver = (theirs: Draft) => {
    version = theirs.version
    typed = typedOf(theirs)
    isDirty = false
    sent = []
    saveCopy(null)
    set({ state: 'saved', at: Date.parse(theirs.updatedAt) })
  }

  async function resolveWith(theirs: Draft) {
    const text = typedOf(theirs)
    // The server has our own text, so this is no conflict.
    if (isSameText(text, typed)) return takeOver(theirs)
    if (sent.some((one) => isSameText(text, one))) {
      version = theirs.version
      return saveIn(0)
    }
    set({ state: 'conflict', theirs })
  }

  async function fail(error: unknown) {
    if (error instanceof ApiError && error.status === 409) {
      try {
        return await resolveWith(await fetchLatest())
      } catch (problem) {
        if (!isNotFound(problem)) return wait()
        return set({ state: 'gone', problem: error.serverMessage ?? goneText, isUnsaved: true })
      }
    }
    if (isNotFound(error)) return set({ state: 'gone', problem: goneText, isUnsaved: true })
    const isFinal = error instanceof ApiError && [400, 403, 413].includes(error.status)
    if (isFinal) return set({ state: 'refused', problem: error.serverMessage ?? 'This could not be saved.' })
    if (isUnauthorized(error)) return set({ state: 'refused', problem: 'Please sign in again to save this.' })
    return wait()
  }

  function wait() {
    set({ state: 'waiting' })
    saveIn(retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)]!)
    attempts += 1
  }

  async function send() {
    const sending = typed
    sent.push(sending)
    set({ state: 'saving' })
    try {
      const draft = await save(version, sending)
      version = draft.version
      attempts = 0
      sent = []
      if (typed === sending) {
        isDirty = false
        saveCopy(null)
        set({ state: 'saved', at: now() })
      } else {
        saveCopy({ version, typed, at: now() })
        saveIn(quietMs)
      }
    } catch (error) {
      await fail(error)
    }
  }

  /** Saves pending changes. Returns true when everything is saved. */
  async function saveNow(): Promise<boolean> {
    clearTimeout(timer)
    await inFlight
    const isRefused = isLeft && saving.state === 'refused'
    if (isDirty && canSave() && !isRefused) {
      inFlight ??= send().finally(() => {
        inFlight = null
      })
      await inFlight
    }
    return !isDirty
  }

  const tryAgainNow = () => {
    if (saving.state === 'waiting') void saveNow()
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') void saveNow()
  }
  window.addEventListener('online', tryAgainNow)
  document.addEventListener('visibilitychange', onHidden)

  const start = () => {
    if (!copy) return
    const isNothing = found
      ? isSameText(copy.typed, typedOf(found))
      : copy.version === 0 && isSameText(copy.typed, nothingTyped)
    // A new draft exists only as a local copy.
    if (isNothing) return saveCopy(found ? null : copy)
    isDirty = true
    if (!found && copy.version > 0) return set({ state: 'gone', problem: goneText, isUnsaved: true })
    if (found && found.version !== copy.version) return set({ state: 'conflict', theirs: found })
    return saveIn(0)
  }

  return {
    current: (): DraftState => ({ version, typed, saving }),
    start,
    change(changes: Partial<Typed>) {
      typed = { ...typed, ...changes }
      isDirty = true
      saveCopy({ version, typed, at: now() })
      set(canSave() && saving.state !== 'waiting' ? { state: 'saving' } : saving)
      if (canSave()) saveIn(quietMs)
    },
    saveNow,
    /** Creates the draft even when it is empty, so that a file can be attached. */
    async ensureSaved(): Promise<boolean> {
      if (version === 0) isDirty = true
      return saveNow()
    },
    /** Receives the current draft from the server, null when it is gone. */
    receive(draft: Draft | null) {
      if (inFlight || isOver || saving.state === 'conflict' || saving.state === 'gone') return
      if (draft === null) {
        if (version > 0) set({ state: 'gone', problem: goneText, isUnsaved: isDirty })
      } else if (!isDirty && draft.version > version) takeOver(draft)
    },
    /** Gives up the changes that are not saved. */
    forget() {
      isDirty = false
      saveCopy(null)
    },
    takeTheirs() {
      if (saving.state === 'conflict') takeOver(saving.theirs)
    },
    keepMine() {
      if (saving.state !== 'conflict') return
      version = saving.theirs.version
      saveCopy({ version, typed, at: now() })
      set({ state: 'saving' })
      saveIn(0)
    },
    /** Deletes the draft after pending saves, which would create it again. */
    async remove(work: () => Promise<unknown>) {
      isOver = true
      clearTimeout(timer)
      await inFlight
      try {
        await work()
        isDirty = false
        saveCopy(null)
      } catch (error) {
        isOver = false
        if (isDirty && canSave()) saveIn(0)
        throw error
      }
    },
    /** Saves pending changes once and stops. An untouched new draft leaves no copy. */
    stop() {
      if (!isDirty && version === 0) saveCopy(null)
      isLeft = true
      void saveNow().finally(() => {
        isOver = true
        clearTimeout(timer)
      })
      window.removeEventListener('online', tryAgainNow)
      document.removeEventListener('visibilitychange', onHidden)
    },
  }
}

export type DraftAutosaver = ReturnType<typeof autosaveDraft>
