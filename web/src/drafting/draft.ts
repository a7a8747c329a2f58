import { useState } from 'react'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { useSignedInViewer } from '#session/viewer.ts'

/**
 * Text being typed, stored in this tab until it is sent. It survives a lost session, a reload and a closed dialog; without
 * storage it lives as long as the page. `name` identifies the text (`comment:ID`) of one person. Returns the text, a
 * setter and a function that clears it.
 */
export function useDraft(name: string, initial = '') {
  const key = `draft:${useSignedInViewer().id}:${name}`
  const [text, setText] = useState(() => readStored('session', key) ?? initial)
  const change = (next: string) => {
    setText(next)
    writeStored('session', key, next === initial ? null : next)
  }
  const forget = (next = initial) => {
    setText(next)
    writeStored('session', key, null)
  }
  return { text, change, forget }
}
