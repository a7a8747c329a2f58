import { LogOut } from 'lucide-react'
import { useId, useRef } from 'react'
import { nameInitial, shortName } from '#people/names.ts'
import { SignOutButton } from '#sign-out/sign-out-button.tsx'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { type NavItem, roleBadge } from './nav-items.ts'
import { NavList } from './nav-list.tsx'

export function AccountMenu({ items }: { items: NavItem[] }) {
  const viewer = useSignedInViewer()
  const badge = roleBadge(viewer)
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  return (
    <div className="hidden items-center gap-3 lg:flex">
      {badge ? <Badge look={badge.look}>{badge.text}</Badge> : null}
      <button type="button" popoverTarget={id} className="flex min-h-11 min-w-11 items-center gap-2">
        <Avatar size="small" imageUrl={viewer.profileImageUrl} initial={nameInitial(viewer)} />
        <span className="max-w-28 truncate text-sm font-semibold max-xl:sr-only">{shortName(viewer)}</span>
        <span className="sr-only">, your account</span>
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="account-menu surface w-72 p-4 text-chalk shadow-(--float)"
      >
        <p className="truncate pb-2 text-sm text-muted">{viewer.email}</p>
        <nav aria-label="Account">
          <ul className="grid">
            <NavList items={items} counts={{}} look="stack" onChoose={() => menu.current?.hidePopover()} />
          </ul>
        </nav>
        <div className="mt-4 flex items-center gap-2">
          <SignOutButton kind="outline" wide className="px-3!" popoverTarget={id} popoverTargetAction="hide">
            <LogOut size={18} aria-hidden /> Logout
          </SignOutButton>
          <ThemeSwitch />
        </div>
      </div>
    </div>
  )
}
