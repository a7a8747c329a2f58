import { LogOut } from 'lucide-react'
import { nameInitial, shortName } from '#people/names.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import type { NavCounts } from './nav-counts.ts'
import { navFor, roleBadge } from './nav-items.ts'
import { NavList } from './nav-list.tsx'
import { SiteLinks } from './site-foot.tsx'
import { TipPlace } from './tip-place.tsx'

export function NavSheet({ open, onOpenChange, counts }: OpenedDialog & { counts: NavCounts }) {
  const viewer = useSignedInViewer()
  const { features } = useSite()
  const badge = roleBadge(viewer)
  const { main, account } = navFor(viewer.role, { savesPosts: features.offline && viewer.hasAccess })
  const close = () => onOpenChange(false)
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Menu">
      <div className="flex items-center gap-3">
        <Avatar imageUrl={viewer.profileImageUrl} initial={nameInitial(viewer)} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <bdi>{shortName(viewer)}</bdi>
            {badge ? <Badge look={badge.look}>{badge.text}</Badge> : null}
          </p>
          <p className="truncate text-sm text-muted">{viewer.email}</p>
        </div>
      </div>
      <nav aria-label="Menu">
        <ul className="grid">
          <NavList items={[...main, ...account]} counts={counts} look="stack" onChoose={close} />
        </ul>
      </nav>
      <TipPlace place="drawer" closeDrawer={close} />
      <nav aria-label="About this site">
        <SiteLinks className="text-sm" onChoose={close} />
      </nav>
      <div className="mt-auto flex items-center gap-3">
        <SignOutButton kind="outline" wide>
          <LogOut size={18} aria-hidden /> Logout
        </SignOutButton>
        <ThemeSwitch />
      </div>
    </Sheet>
  )
}
