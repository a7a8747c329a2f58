import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { TipSlot } from './tip-slot.ts'

const fetchSheet = async () => ({ default: (await import('./nav-sheet.tsx')).NavSheet })
const NavSheet = lazy(fetchSheet)
const prepare = () => void fetchSheet()

/** The menu of screens too narrow for the top bar: its button, and the drawer it opens, fetched when somebody is about to. */
export function NavDrawer({ tip }: { tip: TipSlot | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <div className="min-[72rem]:hidden">
      <Button
        kind="quiet"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-mr-2"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <Menu size={22} aria-hidden />
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <NavSheet tip={tip} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </div>
  )
}
