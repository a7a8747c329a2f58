import { lazy, Suspense } from 'react'
import { useSignedInViewer } from '#session/viewer.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { ProfilePage } from '../features/profiles/profile-page.tsx'

const AboutYouSection = lazy(async () => ({
  default: (await import('../features/audience/about-you-section.tsx')).AboutYouSection,
}))

/** The profile, and for members the optional statistics questions. */
export function Profile() {
  const { role } = useSignedInViewer()
  return (
    <ProfilePage>
      {role === 'subscriber' ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <AboutYouSection />
        </Suspense>
      ) : null}
    </ProfilePage>
  )
}
