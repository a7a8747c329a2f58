import { useState } from 'react'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { useSignedInViewer } from '#session/viewer.ts'

/** Keeps typed text in this tab until it is sent, across reloads. `name` identifies it (`comment:ID`). */
export function useDraft(name: string, initial = '') {
  const key = `draft:${useSignedInViewer().id}:${name}`
  const [text, setText] = useState(() => readStored('session', key) ?? initial)
  const change = (next: string) => {
    setText(next)
    writeStored('session', key, next === initial ? null : next)
  }
  const clear = (next = initial) => {
    setText(next)
    writeStored('session', key, null)
  }
  return { text, change, clear }
}
