import { useEffect, useRef, useState } from 'react'

/** How long after the last key a search starts by itself. */
const searchDelayMs = 500

/**
 * What somebody types to search for: told half a second after the last key, or at once by `tell`. `value` is what is
 * searched for. It follows what was told a moment later, and what was typed on meanwhile is left alone; where it changes
 * elsewhere (Clear Search, the way back) it takes the place of what was typed.
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
