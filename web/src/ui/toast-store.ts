import type { ReactNode } from 'react'
import { readStored, writeStored } from './browser-storage.ts'
import { createStore } from './store.ts'

export type ToastKind = 'plain' | 'success' | 'caution' | 'destructive'
export type ToastMessage = { title: ReactNode; description?: ReactNode; kind?: ToastKind }
export type ShownToast = Required<Pick<ToastMessage, 'kind'>> & ToastMessage & { id: number; open: boolean }

/** How long a toast stays open by itself. */
export const toastDurationMs = 5000
/** How long a dismissed toast is kept before it is forgotten. */
export const toastRemovalMs = 1_000_000

const shown = createStore<ShownToast | null>(null)
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

/** Shows a toast in place of the one before: there is never more than one. Answers how to dismiss it early. */
export function toast(message: ToastMessage) {
  clearTimeout(removal)
  lastId += 1
  const id = lastId
  shown.set({ ...message, kind: message.kind ?? 'plain', id, open: true })
  return { id, dismiss: () => dismissToast(id) }
}

/** Closes a toast now and forgets it after `toastRemovalMs`. Does nothing to one that is no longer shown. */
export function dismissToast(id: number) {
  const current = shown.get()
  if (current?.id !== id || !current.open) return
  shown.set({ ...current, open: false })
  removal = setTimeout(() => shown.set(null), toastRemovalMs)
}

/** Answers what closes the toast about a failure that is open now: when the next try succeeds, it is not true any more. */
export function openFailure(): () => void {
  const now = shown.get()
  return () => {
    if (now?.kind === 'destructive') dismissToast(now.id)
  }
}

/** Waits for the first toast. */
export const firstToast = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (shown.get()) resolve()
    }
    shown.subscribe(look)
    look()
  })

let onSeen: (() => void) | undefined

/** The Toaster calls this once a toast is on screen. */
export const markToastSeen = () => onSeen?.()

/** Waits until the next toast is on screen; not for ever, as its code may never arrive. */
export const toastSeen = () =>
  new Promise<void>((resolve) => {
    onSeen = resolve
    setTimeout(resolve, 2000)
  })

const carriedKey = 'toast'

/** Lets the open toast go on after the page is loaded anew. */
export function carryToastOver() {
  const { title, description, kind, open } = shown.get() ?? {}
  if (open) writeStored('session', carriedKey, JSON.stringify({ title, description, kind }))
}

/** Shows the toast that the page before carried over, if any. */
export function showCarriedToast() {
  const carried = readStored('session', carriedKey)
  writeStored('session', carriedKey, null)
  if (carried) toast(JSON.parse(carried))
}

export const currentToast = shown.get
export const onToastChange = shown.subscribe
