import { useLocation, useNavigate } from '#router/router-provider.tsx'
import { clsx } from 'clsx'
import { type MouseEvent, useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { focusHeading } from '#ui/focus-return.ts'
import type { Role } from '@touchline/contract/people.ts'

type SettingsPart = { id: string; label: string }

const membersOnly: SettingsPart[] = [
  { id: 'membership', label: 'Membership' },
  { id: 'payment', label: 'Payment' },
]

const everyone: SettingsPart[] = [
  { id: 'profile', label: 'Profile' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'security', label: 'Security' },
  { id: 'privacy', label: 'Privacy' },
]

const revenue: SettingsPart = { id: 'revenue', label: 'Revenue' }
const support: SettingsPart = { id: 'support', label: 'Support' }
const data: SettingsPart = { id: 'data', label: 'Data' }

/** Returns the parts in the order of the page; `id` is the hash of each. */
export function settingsPartsFor(role: Role): SettingsPart[] {
  if (role === 'subscriber') return [...membersOnly, ...everyone, support, data]
  // Admins answer support messages under Admin.
  if (role === 'admin') return [...everyone, data]
  return [...(role === 'creator' ? [revenue] : []), ...everyone, support, data]
}

type View = { height: number; isAtEnd: boolean }

/** Returns the part being read: the last one whose top has passed the upper third of the window. */
export function partInView(tops: { id: string; top: number }[], { height, isAtEnd }: View): string | null {
  if (isAtEnd) return tops.at(-1)?.id ?? null
  return tops.findLast(({ top }) => top <= height / 3)?.id ?? tops[0]?.id ?? null
}

/** The parts that pages of their own belong to. */
const partOfPage: Record<string, string> = {
  [paths.profile]: 'profile',
  [paths.changePassword]: 'security',
  [paths.downloadData]: 'data',
}

/** Tracks which of the elements with these ids is being read. */
function useCurrentPart(ids: string[]) {
  const pathname = useLocation().pathname
  const [current, setCurrent] = useState(ids[0] ?? null)
  const joined = ids.join(' ')
  useEffect(() => {
    if (partOfPage[pathname]) return undefined
    const update = () => {
      const tops = joined.split(' ').flatMap((id) => {
        const part = document.getElementById(id)
        return part ? [{ id, top: part.getBoundingClientRect().top }] : []
      })
      const { scrollTop, scrollHeight, clientHeight } = document.documentElement
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
      // The page may not have loaded its parts yet.
      if (tops.length > 0) setCurrent(partInView(tops, { height: clientHeight, isAtEnd }))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [joined, pathname])
  return partOfPage[pathname] ?? current
}

export function SettingsNav() {
  const { role } = useSignedInViewer()
  const parts = settingsPartsFor(role)
  const current = useCurrentPart(parts.map(({ id }) => id))
  const navigate = useNavigate()
  // The router's own link would mark every part as the current page.
  const goTo = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate({ to: paths.settings, hash: id, resetScroll: false, viewTransition: false })
    focusHeading(id)
  }
  return (
    <nav aria-label="Settings">
      <ul className="grid grid-cols-2 gap-x-4 border-y border-line py-2 sm:grid-cols-4 lg:grid-cols-1 lg:border-y-0 lg:py-0">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`${paths.settings}#${id}`}
              aria-current={current === id ? 'location' : undefined}
              onClick={(event) => goTo(event, id)}
              className={clsx(
                'flex min-h-11 items-center font-semibold lg:border-l-2 lg:px-4',
                current === id
                  ? 'lg:border-turf lg:text-chalk'
                  : 'lg:border-line lg:text-muted lg:hover:text-chalk',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
