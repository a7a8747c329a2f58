import { LogOut, Menu } from 'lucide-react'
import { useState } from 'react'
import { initialOf, shortName } from '#session/person-name.ts'
import { useSignOut } from '#session/sign-out.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { roleBadge } from './nav-items.ts'
import { NavList } from './nav-list.tsx'
import type { TipSlot } from './tip-slot.ts'

/** The same places for small screens, with the e-mail address, Send Tip and Logout. */
export function NavDrawer({ tip: Tip }: { tip: TipSlot | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const viewer = useSignedInViewer()
  const signOut = useSignOut()
  const badge = roleBadge(viewer)
  const close = () => setOpen(false)
  return (
    <div className="lg:hidden">
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title="Menu"
        trigger={
          <Button kind="quiet" size="icon" aria-label="Open menu" className="-mr-2">
            <Menu size={22} aria-hidden />
          </Button>
        }
      >
        <div className="flex items-center gap-3">
          <Avatar imageUrl={viewer.profileImageUrl} initial={initialOf(viewer)} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {shortName(viewer)}
              {badge ? <Badge look={badge.look}>{badge.text}</Badge> : null}
            </p>
            <p className="truncate text-sm text-muted">{viewer.email}</p>
          </div>
        </div>
        <nav aria-label="Menu">
          <NavList role={viewer.role} stacked onChoose={close} />
        </nav>
        {Tip ? <Tip place="drawer" closeDrawer={close} /> : null}
        <div className="mt-auto flex items-center gap-3">
          <Button kind="outline" wide disabled={signOut.isPending} onClick={() => signOut.mutate()}>
            <LogOut size={18} aria-hidden /> Logout
          </Button>
          <ThemeSwitch />
        </div>
      </Sheet>
    </div>
  )
}
