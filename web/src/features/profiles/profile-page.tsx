import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePageTitle } from '#site/page-title.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { AvatarSection } from './avatar-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { User } from '@touchline/contract/people.ts'
import { MemberText } from '#ui/member-text.tsx'
import { Page } from '#ui/page.tsx'
import { WebsiteLink } from './website-link.tsx'

function ProfileFacts({ viewer }: { viewer: User }) {
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

export function ProfilePage() {
  const { AboutYou } = useSlots()
  usePageTitle('Profile')
  const viewer = useSignedInViewer()
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const done = () => {
    // Wait for the button to reappear before focusing it.
    flushSync(() => setEditing(false))
    editButton.current?.focus()
  }
  return (
    <Page title="Profile Settings" className="grid content-start gap-6">
      <Card aria-labelledby="photo-title">
        <h2 id="photo-title" className="mb-5 text-xl">
          Photo
        </h2>
        <AvatarSection />
      </Card>
      <Card aria-labelledby="profile-title">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <h2 id="profile-title" className="text-xl">
            About You
          </h2>
          {isEditing ? null : (
            <Button ref={editButton} kind="outline" onClick={() => setEditing(true)}>
              Edit Profile
            </Button>
          )}
        </div>
        {isEditing ? <ProfileForm viewer={viewer} onDone={done} /> : <ProfileFacts viewer={viewer} />}
      </Card>
      {viewer.role === 'subscriber' ? <AboutYou /> : null}
    </Page>
  )
}
