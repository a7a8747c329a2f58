import type { ReactNode } from 'react'
import { readStored, writeStored } from './browser-storage.ts'
import { createStore } from './store.ts'

export type ToastKind = 'plain' | 'success' | 'caution' | 'destructive'
export type ToastMessage = { title: ReactNode; description?: ReactNode; kind?: ToastKind }
export type ShownToast = Required<Pick<ToastMessage, 'kind'>> & ToastMessage & { id: number; open: boolean }

export const toastDurationMs = 5000
export const toastRemovalMs = 1_000_000

const shown = createStore<ShownToast | null>(null)
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

/** Shows a toast and replaces the previous one. Returns a function that dismisses it. */
export function toast(message: ToastMessage) {
  clearTimeout(removal)
  lastId += 1
  const id = lastId
  shown.set({ ...message, kind: message.kind ?? 'plain', id, open: true })
  return { id, dismiss: () => dismissToast(id) }
}

export function dismissToast(id: number) {
  const current = shown.get()
  if (current?.id !== id || !current.open) return
  shown.set({ ...current, open: false })
  removal = setTimeout(() => shown.set(null), toastRemovalMs)
}

/** Returns a function that closes the current failure toast, for use after a successful retry. */
export function openFailure(): () => void {
  const now = shown.get()
  return () => {
    if (now?.kind === 'destructive') dismissToast(now.id)
  }
}

export const firstToast = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (shown.get()) resolve()
    }
    shown.subscribe(look)
    look()
  })

let onSeen: (() => void) | undefined

export const markToastSeen = () => onSeen?.()

/** Waits until the next toast is visible, with a timeout because its code may fail to load. */
export const toastSeen = () =>
  new Promise<void>((resolve) => {
    onSeen = resolve
    setTimeout(resolve, 2000)
  })

const carriedKey = 'toast'

/** Carries the open toast over a full page load. */
export function carryToastOver() {
  const { title, description, kind, open } = shown.get() ?? {}
  if (open) writeStored('session', carriedKey, JSON.stringify({ title, description, kind }))
}

export function showCarriedToast() {
  const carried = readStored('session', carriedKey)
  writeStored('session', carriedKey, null)
  if (carried) toast(JSON.parse(carried))
}

export const currentToast = shown.get
export const onToastChange = shown.subscribe
