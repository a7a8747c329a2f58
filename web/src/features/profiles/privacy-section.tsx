import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { PrivacySettings } from '@touchline/contract/profiles.ts'
import { Fragment } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { SharingField } from '#ui/sharing-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { privacyQuery, useChangePrivacy } from './requests.ts'

export function PrivacySection() {
  const { role } = useSignedInViewer()
  if (role !== 'creator' && role !== 'admin') return null
  return (
    <Card aria-labelledby="privacy-title">
      <h3 id="privacy-title" className="text-xl">
        {role === 'creator' ? 'Profile and Blocked Users' : 'Blocked Users'}
      </h3>
      {role === 'creator' ? <Toggles /> : null}
      <p className="mt-4 text-muted">People you blocked cannot read, write or tip here.</p>
      <Button asChild kind="outline" className="mt-4">
        <Link to={paths.blockUsers}>Blocked Users</Link>
      </Button>
    </Card>
  )
}

const toggles: { name: 'privateProfile' | 'contentAnalytics'; label: string; help: string }[] = [
  {
    name: 'privateProfile',
    label: 'Private Profile',
    help: 'Members see your name and photo, but not your bio, location or website.',
  },
  {
    name: 'contentAnalytics',
    label: 'Content Analytics',
    help: 'Count how often your posts are seen. Without it nothing is counted.',
  },
]

function Toggles() {
  const { data, isError, refetch } = useQuery({ ...privacyQuery, throwOnError: false })
  const change = useChangePrivacy()
  const isExpired = useExpiredSession()
  const shown = data && { ...data, ...(change.isPending ? change.variables : {}) }
  if (isError)
    return (
      <NotLoaded className="mt-4" onRetry={refetch}>
        These settings could not be loaded.
      </NotLoaded>
    )
  if (!shown) return <Skeleton className="mt-4 h-52" />
  const save = (changed: Partial<PrivacySettings>) =>
    change.mutate(changed, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'This could not be saved. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    })
  return (
    <div className="mt-4 grid gap-4">
      <SharingField
        value={shown.sharing}
        disabled={change.isPending}
        onChange={(sharing) => save({ sharing })}
      />
      {toggles.map(({ name, label, help }) => (
        <Fragment key={name}>
          <Checkbox
            label={
              <>
                <span className="block font-semibold">{label}</span>
                <span className="text-muted">{help}</span>
              </>
            }
            checked={shown[name]}
            disabled={change.isPending}
            onChange={(isOn) => save({ [name]: isOn })}
          />
        </Fragment>
      ))}
    </div>
  )
}
