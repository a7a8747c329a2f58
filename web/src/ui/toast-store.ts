import type { ReactNode } from 'react'
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

export const currentToast = shown.get
export const onToastChange = shown.subscribe
