import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useLocation } from '#router/router-provider.tsx'
import type { OpenWork } from '@touchline/contract/needs-attention.ts'
import type { Role } from '@touchline/contract/people.ts'
import type { Site } from '@touchline/contract/site.ts'
import { clsx } from 'clsx'
import { useRef } from 'react'
import { openWorkQuery } from '#features/needs-attention/requests.ts'
import { paths, type PlainPath } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useSite } from '#site/site.ts'
import { FoldMark } from '#ui/disclosure.tsx'
import { type AdminTab, toAdminSearch } from './admin-search.ts'

/** `counts` wait here; `needs` names the site feature that the page requires. Moderators see few of the pages. */
type AdminLink = {
  label: string
  path: PlainPath
  tab?: AdminTab
  counts?: (keyof OpenWork)[]
  needs?: keyof Site['features']
  isForModerators?: true
}

const adminLinks: AdminLink[] = [
  { label: 'Overview', path: paths.admin, tab: 'analytics' },
  { label: 'Site', path: paths.site },
  { label: 'Sources', path: paths.admin, tab: 'sources' },
  { label: 'People', path: paths.admin, tab: 'users' },
  { label: 'Posts', path: paths.admin, tab: 'moderation' },
  { label: 'Reports', path: paths.reports, counts: ['reports', 'held', 'appeals'], isForModerators: true },
  { label: 'Support', path: paths.support, counts: ['messages'] },
  { label: 'Payouts', path: paths.payouts, counts: ['payouts'] },
  { label: 'Books', path: paths.books },
  { label: 'Gate', path: paths.admissions, counts: ['waitlist'] },
  { label: 'Promo Codes', path: paths.promoCodes },
  { label: 'Deletions', path: paths.deletions, counts: ['deletions'] },
  { label: 'Staff', path: paths.staff },
  { label: 'Programs', path: paths.programs },
  { label: 'Mail', path: paths.mail, counts: ['emails'] },
  { label: 'Media', path: paths.mediaHealth, counts: ['media'] },
  { label: 'Health', path: paths.health, counts: ['checks'] },
  { label: 'Audit Log', path: paths.audit },
  { label: 'Rehearsal', path: paths.rehearsal, needs: 'sandbox' },
]

export const adminLinksFor = (features: Site['features'], role: Role) =>
  adminLinks.filter(
    ({ needs, isForModerators }) => (!needs || features[needs]) && (role === 'admin' || isForModerators),
  )

/** The link of the page at `pathname`; the pages of one person and of blocked ones belong to People. */
function currentLink(links: AdminLink[], pathname: string, tab: AdminTab | undefined) {
  if (pathname.startsWith(`${paths.admin}/users/`) || pathname === paths.blockUsers)
    return links.find((link) => link.tab === 'users')
  if (pathname === paths.admin) return links.find((link) => link.tab === (tab ?? 'analytics'))
  return links.find(({ path }) => pathname.startsWith(path) && path !== paths.admin)
}

export function AdminNav() {
  const { features } = useSite()
  const { pathname, search } = useLocation()
  const links = adminLinksFor(features, useSignedInViewer().role)
  const current = currentLink(links, pathname, toAdminSearch(search).tab)
  const folded = useRef<HTMLDetailsElement>(null)
  const fold = () => folded.current?.removeAttribute('open')
  return (
    <nav aria-label="Admin">
      <details ref={folded} className="surface group lg:hidden">
        <summary className="flex min-h-12 items-center justify-between px-4 font-semibold">
          {current?.label ?? 'Admin'}
          <FoldMark />
        </summary>
        <AdminList links={links} current={current} onChoose={fold} className="border-t border-line p-2" />
      </details>
      <AdminList links={links} current={current} className="max-lg:hidden" />
    </nav>
  )
}

type ListProps = {
  links: AdminLink[]
  current: AdminLink | undefined
  className: string
  onChoose?: () => void
}

function AdminList({ links, current, className, onChoose }: ListProps) {
  const { data: work } = useQuery(openWorkQuery)
  return (
    <ul className={clsx('grid gap-0.5', className)}>
      {links.map((link) => {
        const waiting = work && (link.counts ?? []).reduce((sum, key) => sum + work[key], 0)
        return (
          <li key={link.label}>
            <Link
              to={link.path}
              search={link.tab ? toAdminSearch({ tab: link.tab }) : {}}
              // Overview, People and Posts differ in their search parameters only.
              activeOptions={{ exact: true }}
              aria-current={link === current ? 'page' : undefined}
              onClick={onChoose}
              className={clsx(
                'flex min-h-11 items-center justify-between rounded-control px-3 text-sm',
                link === current ? 'bg-bench font-semibold text-chalk' : 'text-muted hover:text-chalk',
              )}
            >
              {link.label}
              {waiting ? (
                <span className="board rounded-full bg-caution-fill px-1.5 text-xs leading-5 text-on-caution">
                  {waiting}
                  <span className="sr-only"> waiting</span>
                </span>
              ) : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
