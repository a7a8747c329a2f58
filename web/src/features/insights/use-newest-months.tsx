import { useState } from 'react'
import { Button } from '#ui/button.tsx'

const shownAtFirst = 6

/**
 * Shortens a table of months to the newest ones: `lookOf` hides the others of the list, newest first, on screen, and
 * `showAll` is the button that shows them. Print has every month.
 */
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
