import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { FoundPiece } from './search-matches.ts'

type Finder = (text: string) => FoundPiece[]

const SearchFinder = createContext<Finder | null>(null)

/** Highlights search matches in its posts. Loads nothing without a search. */
export function Highlighted({ search, children }: { search: string; children: ReactNode }) {
  const [found, setFound] = useState<{ search: string; find: Finder } | null>(null)
  useEffect(() => {
    if (!search) return undefined
    let isWanted = true
    const load = async () => {
      const { toFoundPieces, toSearchWords } = await import('./search-matches.ts')
      const words = toSearchWords(search)
      if (isWanted) setFound({ search, find: (text) => toFoundPieces(text, words) })
    }
    void load()
    return () => {
      isWanted = false
    }
  }, [search])
  return <SearchFinder value={found?.search === search ? found.find : null}>{children}</SearchFinder>
}

export const useIsHighlighting = () => useContext(SearchFinder) !== null

export function HighlightedText({ text }: { text: string }) {
  const find = useContext(SearchFinder)
  if (!find) return text
  return find(text).map((piece) =>
    piece.isFound ? (
      <mark key={piece.at} className="rounded-xs bg-turf/25 text-chalk">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
