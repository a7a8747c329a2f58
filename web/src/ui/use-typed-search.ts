import { useEffect, useRef, useState } from 'react'

const searchDelayMs = 500

/**
 * Holds a typed search and submits it after half a second without a key. A `value` changed elsewhere (Clear
 * Search, Back) replaces the typed text; the echo of a submitted search does not.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [reported, setReported] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== known) {
    const place = reported.indexOf(value)
    setKnown(value)
    setReported(place < 0 ? [] : reported.slice(place + 1))
    if (place < 0) setTyped(value)
  }

  const submit = (text: string) => {
    clearTimeout(timer.current)
    const sought = text.trim()
    setReported((before) => [...before, sought])
    onSearch(sought)
  }
  const change = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => submit(text), searchDelayMs)
  }
  const empty = () => {
    setTyped('')
    submit('')
  }
  return { typed, change, submit, empty }
}
