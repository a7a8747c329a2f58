import { useState } from 'react'
import { useSignedInViewer } from './viewer.ts'

/**
 * Text somebody is typing, kept in this tab until it was sent: a lost session, a reload or a closed dialog does
 * not lose it. `name` says which text (`comment:ID`); drafts belong to one person. Answers the text, how to change
 * it and how to forget it.
 */
export function useDraft(name: string, initial = '') {
  const key = `draft:${useSignedInViewer().id}:${name}`
  const [text, setText] = useState(() => keptText(key) ?? initial)
  const change = (next: string) => {
    setText(next)
    keepText(key, next === initial ? null : next)
  }
  const forget = (next = initial) => {
    setText(next)
    keepText(key, null)
  }
  return { text, change, forget }
}

function keptText(key: string) {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function keepText(key: string, text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Without storage the text lives as long as the page.
  }
}
