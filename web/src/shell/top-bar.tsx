import { Link } from '#router/link.tsx'
import { lazy } from 'react'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useSite } from '#site/site.ts'
import { afterFirstContent } from '#ui/first-content.ts'
import { Later } from '#ui/later.tsx'
import { Logo } from '#ui/logo.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { useNavCounts } from './nav-counts.ts'
import { navFor } from './nav-items.ts'
import { NavList } from './nav-list.tsx'
import { NewPostButton } from './new-post-button.tsx'
import { TipPlace } from './tip-place.tsx'

const Bell = lazy(() =>
  afterFirstContent(async () => ({ default: (await import('../features/notifications/bell.tsx')).Bell })),
)

export function TopBar() {
  const { role, hasAccess } = useSignedInViewer()
  const { name, features } = useSite()
  const counts = useNavCounts()
  const { main, account, bottom } = navFor(role, { savesPosts: features.offline && hasAccess })
  const isCreator = role === 'creator'
  return (
    <>
      <header className="fixed inset-x-0 top-0 z-30 border-b border-line bg-pitch">
        <div className="mx-auto flex h-16 max-w-wide items-center gap-4 px-4 sm:px-6 xl:gap-6">
          <Link to={paths.home} aria-label={`${name}, home`} className="flex min-h-11 items-center">
            <Logo name={name} />
          </Link>
          <nav aria-label="Main" className="hidden h-full lg:block">
            <ul className="flex h-full items-stretch">
              <NavList items={main} counts={counts} look="row" />
            </ul>
          </nav>
          <div className="ml-auto flex min-w-0 items-center gap-3">
            <TipPlace place="bar" />
            {isCreator ? (
              <div className="max-lg:hidden">
                <NewPostButton look="bar" />
              </div>
            ) : null}
            <div className="size-11 shrink-0">
              <Later>
                <Bell />
              </Later>
            </div>
            <AccountMenu items={account} />
          </div>
        </div>
      </header>
      <BottomBar items={bottom} counts={counts} isCreator={isCreator} />
    </>
  )
}
