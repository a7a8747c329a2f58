import { Link } from '#router/link.tsx'
import { useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'

/** Whether none of the page's own buttons to join is on the screen, once that is known. */
function useIsAwayFromJoin() {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const visible = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) visible.add(target)
        else visible.delete(target)
      setAway(visible.size === 0)
    })
    for (const button of document.querySelectorAll('[data-join], footer')) observer.observe(button)
    return () => observer.disconnect()
  }, [])
  return isAway
}

/** The price and a button to join at the bottom of phones, while no other such button is in sight. */
export function JoinBar() {
  const { price } = useSite()
  if (!useIsAwayFromJoin()) return null
  return (
    <aside
      aria-label="Join"
      className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-line bg-stand px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden"
    >
      <p className="text-sm leading-tight">
        <span className="board text-lg font-bold">{formatDollars(price)}</span>
        <span className="block text-xs text-muted">per month</span>
      </p>
      <Button asChild>
        <Link to={paths.signup}>Join Now</Link>
      </Button>
    </aside>
  )
}
