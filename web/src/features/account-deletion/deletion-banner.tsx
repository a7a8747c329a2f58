import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { localDay } from '#ui/dates.ts'
import { pendingDeletionQuery } from './requests.ts'

export function DeletionBanner() {
  const { role } = useSignedInViewer()
  const { data } = useQuery({ ...pendingDeletionQuery, enabled: role === 'subscriber', throwOnError: false })
  if (data?.departure?.state !== 'confirmed' || !data.departure.dueAt) return null
  return (
    <p className="surface border-dismissal! p-5">
      Your account will be deleted on <strong>{localDay(data.departure.dueAt)}</strong>.{' '}
      <Link to={paths.settings} hash="danger-title" className="underline underline-offset-4">
        Change your mind
      </Link>
    </p>
  )
}
