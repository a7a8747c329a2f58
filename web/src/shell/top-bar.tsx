import { Link } from '@tanstack/react-router'
import { LogOut, Menu } from 'lucide-react'
import { paths } from '#paths.ts'
import { nameInitial, shortName } from '#people/names.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Logo } from '#ui/logo.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { roleBadge } from './nav-items.ts'
import { NavList } from './nav-list.tsx'
import { TipPlace } from './tip-place.tsx'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

const fetchSheet = async () => ({ default: (await import('./nav-sheet.tsx')).NavSheet })

const NavSheet = lazy(fetchSheet)

const prepare = () => void fetchSheet()

/** The menu button of small screens and its drawer, which is loaded on demand. */
function NavDrawer() {
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
          <NavSheet open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The top bar of signed-in pages. Below 72rem its links move to the drawer. */
export function TopBar() {
  const viewer = useSignedInViewer()
  const { name } = useSite()
  const badge = roleBadge(viewer)
  return (
    <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-pitch">
      <div className="mx-auto flex h-16 max-w-wide items-center gap-6 px-4 sm:px-6">
        <Link to={paths.home} aria-label={`${name}, home`} className="flex">
          <Logo name={name} />
        </Link>
        <nav aria-label="Main" className="hidden h-full min-[72rem]:block">
          <NavList role={viewer.role} />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-3">
          <TipPlace place="bar" />
          <div className="hidden min-w-0 items-center gap-2 min-[72rem]:flex">
            {badge ? <Badge look={badge.look}>{badge.text}</Badge> : null}
            <Avatar size="small" imageUrl={viewer.profileImageUrl} initial={nameInitial(viewer)} />
            <span className="max-w-32 min-w-0 truncate text-sm font-semibold">{shortName(viewer)}</span>
            <ThemeSwitch />
            <SignOutButton kind="quiet" size="icon" aria-label="Logout" title="Logout">
              <LogOut size={18} aria-hidden />
            </SignOutButton>
          </div>
          <NavDrawer />
        </div>
      </div>
    </header>
  )
}
