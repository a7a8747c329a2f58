import { Outlet, useLocation } from '#router/router-provider.tsx'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { AdminNav } from './admin-nav.tsx'
import { SettingsNav } from './settings-nav.tsx'

type Props = { nav: ReactNode; className?: string }

/** Pages with a navigation at their left. On small screens it comes between the title and the content. */
const SideFrame = ({ nav, className }: Props) => (
  <div className="side-frame mx-auto w-full max-w-wide flex-1">
    <aside
      className={clsx(
        'z-1 px-4 pb-4 sm:px-6 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:pr-0 print:hidden',
        className,
      )}
    >
      {nav}
    </aside>
    <Outlet />
  </div>
)

/** The pages of admins and moderators beside their list. Creators see those that they share without it. */
export const AdminFrame = () =>
  useSignedInViewer().role === 'creator' ? <Outlet /> : <SideFrame nav={<AdminNav />} />

/**
 * The settings and the pages that belong to them, beside their index, which on small screens is in the settings only.
 */
export function SettingsFrame() {
  const isIndex = useLocation().pathname === paths.settings
  return <SideFrame nav={<SettingsNav />} className={isIndex ? '' : 'max-lg:hidden'} />
}
