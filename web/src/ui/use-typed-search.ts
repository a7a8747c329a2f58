import { useEffect, useRef, useState } from 'react'

/** The debounce delay of a search. */
const searchDelayMs = 500

/**
 * Holds a typed search, which is submitted half a second after the last key or at once by `tell`. `value` is the current
 * search. A change of `value` elsewhere (Clear Search, Back) replaces the typed text; the echo of a submitted search does
 * not.
 */
export function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [told, setTold] = useState<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== known) {
    const place = told.indexOf(value)
    setKnown(value)
    setTold(place < 0 ? [] : told.slice(place + 1))
    if (place < 0) setTyped(value)
  }

  const tell = (text: string) => {
    clearTimeout(timer.current)
    const sought = text.trim()
    setTold((before) => [...before, sought])
    onSearch(sought)
  }
  const change = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(text), searchDelayMs)
  }
  const empty = () => {
    setTyped('')
    tell('')
  }
  return { typed, change, tell, empty }
}
