import { useState } from 'react'
import { Button } from '#ui/button.tsx'

const shownAtFirst = 6

/** Hides all but the newest months of a list on screen; print has every month. */
export function useNewestMonths(count: number, of: string) {
  const [isWhole, setWhole] = useState(count <= shownAtFirst)
  return {
    lookOf: (index: number) => (isWhole || index < shownAtFirst ? '' : 'hidden print:table-row'),
    showAll: isWhole ? null : (
      <Button kind="outline" className="mt-3 print:hidden" onClick={() => setWhole(true)}>
        Show All {count} Months<span className="sr-only"> of {of}</span>
      </Button>
    ),
  }
}
