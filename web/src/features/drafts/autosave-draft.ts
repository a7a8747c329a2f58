import type { Draft } from '@touchline/contract/drafts.ts'
import { ApiError, isNotFound, isUnauthorized } from '#api/api-error.ts'
import { type Copy, isSameText, nothingTyped, type Typed } from './local-copy.ts'

/**
 * How what is typed stands: `saved` on the server (`at` in milliseconds, null before anything was typed), on its way,
 * `waiting` for another try, `refused` until it is changed, changed in another place too (`theirs`), or `gone`: deleted
 * or published there.
 */
export type Saving =
  | { state: 'saved'; at: number | null }
  | { state: 'saving' }
  | { state: 'waiting' }
  | { state: 'refused'; problem: string }
  | { state: 'conflict'; theirs: Draft }
  | { state: 'gone'; problem: string; isUnsaved: boolean }

export type DraftState = { version: number; typed: Typed; saving: Saving }

type Keeping = {
  /** What the server has; null when it knows no such draft. */
  found: Draft | null
  /** What this browser has beyond that. */
  copy: Copy | null
  save: (version: number, typed: Typed) => Promise<Draft>
  look: () => Promise<Draft>
  keep: (copy: Copy | null) => void
  tell: (kept: DraftState) => void
  now: () => number
}

const quietMs = 800
const pausesMs = [2000, 5000, 10_000, 30_000]

const typedOf = ({ title, content, mediaAlt, opensAt }: Draft): Typed => ({
  title,
  content,
  mediaAlt,
  opensAt,
})
const goneText = 'This draft was deleted or published elsewhere.'

/**
 * Keeps a draft while it is typed: at once in this browser, and on the server when the keys rest for a moment. What
 * cannot be saved is tried again until it is; nothing from another place is overwritten, and nothing typed here is given
 * up unless its author says so. `tell` hears of every change.
 */
export function autosaveDraft({ found, copy, save, look, keep, tell, now }: Keeping) {
  let version = found?.version ?? copy?.version ?? 0
  let typed = copy?.typed ?? typedOf(found!)
  let saving: Saving = { state: 'saved', at: found ? Date.parse(found.updatedAt) : null }
  let isDirty = false
  let inFlight: Promise<void> | null = null
  /** Texts that may have arrived although no answer said so. */
  let sent: Typed[] = []
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Nobody looks any more. */
  let isLeft = false
  /** Nothing is saved any more. */
  let isOver = false

  const set = (next: Saving) => {
    saving = next
    if (!isLeft) tell({ version, typed, saving })
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
    keep(null)
    set({ state: 'saved', at: Date.parse(theirs.updatedAt) })
  }

  async function meet(theirs: Draft) {
    const text = typedOf(theirs)
    // What came from here is no other place.
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
        return await meet(await look())
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
    saveIn(pausesMs[Math.min(tries, pausesMs.length - 1)]!)
    tries += 1
  }

  async function send() {
    const sending = typed
    sent.push(sending)
    set({ state: 'saving' })
    try {
      const draft = await save(version, sending)
      version = draft.version
      tries = 0
      sent = []
      if (typed === sending) {
        isDirty = false
        keep(null)
        set({ state: 'saved', at: now() })
      } else {
        keep({ version, typed, at: now() })
        saveIn(quietMs)
      }
    } catch (error) {
      await fail(error)
    }
  }

  /** Saves what is not saved yet; answers whether everything is. */
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
    // A draft that was just begun is known by its copy alone.
    if (isNothing) return keep(found ? null : copy)
    isDirty = true
    if (!found && copy.version > 0) return set({ state: 'gone', problem: goneText, isUnsaved: true })
    if (found && found.version !== copy.version) return set({ state: 'conflict', theirs: found })
    return saveIn(0)
  }

  return {
    kept: (): DraftState => ({ version, typed, saving }),
    start,
    /** Takes what was typed. */
    change(changes: Partial<Typed>) {
      typed = { ...typed, ...changes }
      isDirty = true
      keep({ version, typed, at: now() })
      set(canSave() && saving.state !== 'waiting' ? { state: 'saving' } : saving)
      if (canSave()) saveIn(quietMs)
    },
    saveNow,
    /** Makes a draft of nothing typed yet, for what has to hang on one. */
    async insist(): Promise<boolean> {
      if (version === 0) isDirty = true
      return saveNow()
    },
    /** Hears what the server has now, null that it is gone. */
    hear(draft: Draft | null) {
      if (inFlight || isOver || saving.state === 'conflict' || saving.state === 'gone') return
      if (draft === null) {
        if (version > 0) set({ state: 'gone', problem: goneText, isUnsaved: isDirty })
      } else if (!isDirty && draft.version > version) takeOver(draft)
    },
    /** After a conflict: what the other place wrote stands. */
    takeTheirs() {
      if (saving.state === 'conflict') takeOver(saving.theirs)
    },
    /** After a conflict: what is here stands, and is saved over the other. */
    keepMine() {
      if (saving.state !== 'conflict') return
      version = saving.theirs.version
      keep({ version, typed, at: now() })
      set({ state: 'saving' })
      saveIn(0)
    },
    /**
     * Deletes the draft by `work`, once what is on its way has arrived: no save comes after it and brings the draft
     * back. Goes on as before when `work` throws, and throws the same.
     */
    async remove(work: () => Promise<unknown>) {
      isOver = true
      clearTimeout(timer)
      await inFlight
      try {
        await work()
        isDirty = false
        keep(null)
      } catch (error) {
        isOver = false
        if (isDirty && canSave()) saveIn(0)
        throw error
      }
    },
    /** Saves what can be saved, once, and stops; a draft nothing was typed into leaves no trace. */
    stop() {
      if (!isDirty && version === 0) keep(null)
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
