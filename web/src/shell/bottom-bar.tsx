import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { NavCounts } from './nav-counts.ts'
import type { NavItem } from './nav-items.ts'
import { NavList } from './nav-list.tsx'
import { NewPostButton } from './new-post-button.tsx'

const fetchSheet = async () => ({ default: (await import('./nav-sheet.tsx')).NavSheet })
const NavSheet = lazy(fetchSheet)
const prepare = () => void fetchSheet()

type Props = { items: NavItem[]; counts: NavCounts; isCreator: boolean }

export function BottomBar({ items, counts, isCreator }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <nav
        aria-label="Tabs"
        className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-line bg-pitch lg:hidden print:hidden"
      >
        <ul className="mx-auto flex h-16 max-w-feed items-stretch">
          <NavList items={items.slice(0, 2)} counts={counts} look="tabs" />
          {isCreator ? (
            <li className="grid min-w-0 flex-1">
              <NewPostButton look="tab" />
            </li>
          ) : null}
          <NavList items={items.slice(2)} counts={counts} look="tabs" />
          <li className="grid min-w-0 flex-1">
            <button
              type="button"
              aria-label="Open menu"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              className="lettering flex flex-col items-center justify-center gap-1 text-xs text-muted hover:text-chalk"
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => {
                setOpened(true)
                setOpen(true)
              }}
            >
              <Menu size={22} aria-hidden /> Menu
            </button>
          </li>
        </ul>
      </nav>
      {wasOpened ? (
        <Suspense fallback={null}>
          <NavSheet open={isOpen} onOpenChange={setOpen} counts={counts} />
        </Suspense>
      ) : null}
    </>
  )
}
