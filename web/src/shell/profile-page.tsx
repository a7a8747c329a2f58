import { lazy, Suspense } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ProfilePage } from '../features/profiles/profile-page.tsx'

const TellSection = lazy(async () => ({
  default: (await import('../features/audience/tell-section.tsx')).TellSection,
}))

/** The profile, and for members what they may tell for the club's statistics. */
export function Profile() {
  const { role } = useSignedInViewer()
  return (
    <ProfilePage>
      {role === 'subscriber' ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <TellSection />
        </Suspense>
      ) : null}
    </ProfilePage>
  )
}
