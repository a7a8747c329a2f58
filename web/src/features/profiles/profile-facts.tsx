import type { User } from '@touchline/contract/people.ts'
import type { ReactNode } from 'react'
import { MemberText } from '#ui/member-text.tsx'
import { WebsiteLink } from './website-link.tsx'

/** What somebody says about themselves, to read. */
export function ProfileFacts({ viewer }: { viewer: User }) {
  const { firstName, lastName, email, bio, location, website, role } = viewer
  const facts: [label: string, fact: ReactNode][] = [
    ['First Name', firstName],
    ['Last Name', lastName],
    ['Email', email],
    ['Location', location],
  ]
  if (role === 'creator')
    facts.push(['Website', website ? <WebsiteLink key="website" address={website} /> : null])
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      {facts.map(([label, fact]) => (
        <div key={label} className="min-w-0">
          <dt className="lettering text-xs text-muted">{label}</dt>
          <dd dir="auto" className="mt-1 font-semibold">
            {fact || <Nothing />}
          </dd>
        </div>
      ))}
      <div className="min-w-0 sm:col-span-2">
        <dt className="lettering text-xs text-muted">Bio</dt>
        <dd className="mt-1">{bio ? <MemberText text={bio} /> : <Nothing />}</dd>
      </div>
    </dl>
  )
}

const Nothing = () => <span className="font-normal text-muted">Not set</span>
