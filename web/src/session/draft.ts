import { useState } from 'react'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { useSignedInViewer } from './viewer.ts'

/**
 * Text somebody is typing, kept in this tab until it was sent: a lost session, a reload or a closed dialog does not
 * lose it; without storage it lives as long as the page. `name` says which text (`comment:ID`); drafts belong to one
 * person. Answers the text, how to change it and how to forget it.
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
