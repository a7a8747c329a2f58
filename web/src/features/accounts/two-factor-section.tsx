import { useQuery } from '@tanstack/react-query'
import { disable, keep, newBackupCodes } from '@touchline/contract/two-factor.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { BackupCodes } from './backup-codes.tsx'
import { twoFactorQuery, useTwoFactorChange } from './requests.ts'
import { TwoFactorSetup } from './two-factor-setup.tsx'
import { UnconfirmedEmailNotice } from './unconfirmed-email-notice.tsx'

export function TwoFactorSection() {
  const { data, isError, refetch } = useQuery({ ...twoFactorQuery, throwOnError: false })
  const { hasProvenEmail } = useSignedInViewer()
  const [isSettingUp, setSettingUp] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const isExpired = useExpiredSession()
  const heading = useRef<HTMLHeadingElement>(null)
  // Each press replaces its button.
  const shown = codes ? 'codes' : isSettingUp ? 'setup' : data?.isOn
  const follow = useFollowingFocus(shown, () => heading.current)
  const keepIt = useTwoFactorChange(() => call(keep))
  const turnOff = useTwoFactorChange(() => call(disable))
  const renew = useTwoFactorChange(() => call(newBackupCodes))
  const sayWhy = (error: unknown) => {
    if (isExpired(error)) return
    const description = errorMessage(error, 'That did not work. Please try again.')
    toast({ title: 'Error', description, kind: 'destructive' })
  }
  return (
    <Card aria-labelledby="two-factor-title">
      <h3
        id="two-factor-title"
        ref={heading}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-3 text-xl"
      >
        Two-Factor Authentication {data?.isOn ? <Badge look="turf">On</Badge> : null}
      </h3>
      <p className="mt-2 text-muted">
        Signing in then takes your password and a code from your phone, so a stolen password is not enough.
      </p>
      {data?.removedAt ? (
        <div className="mt-4 grid justify-items-start gap-4">
          <p aria-live="polite" className="w-full rounded-control border border-line bg-bench p-4">
            An admin started this because you lost your second step. From{' '}
            <strong>{localTime(data.removedAt)}</strong> a link in an email can replace it and your passkeys.
          </p>
          <Button disabled={keepIt.isPending} onClick={() => keepIt.mutate(undefined, { onError: sayWhy })}>
            Keep My Second Step
          </Button>
        </div>
      ) : null}
      {codes ? (
        <BackupCodes
          codes={codes}
          onDone={() => {
            follow()
            setCodes(undefined)
          }}
        />
      ) : isSettingUp ? (
        <TwoFactorSetup
          onCancel={() => {
            follow()
            setSettingUp(false)
          }}
          onDone={(backupCodes) => {
            follow()
            setSettingUp(false)
            setCodes(backupCodes)
          }}
        />
      ) : data?.isOn ? (
        <>
          <p className="mt-4">
            {data.backupCodesLeft === 1 ? 'One backup code is' : `${data.backupCodesLeft} backup codes are`}{' '}
            left.
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button
              kind="outline"
              disabled={renew.isPending}
              onClick={() => {
                follow()
                renew.mutate(undefined, {
                  onSuccess: ({ backupCodes }) => setCodes(backupCodes),
                  onError: sayWhy,
                })
              }}
            >
              New Backup Codes
            </Button>
            {data.isRequired ? null : (
              <Button
                kind="outline"
                disabled={turnOff.isPending}
                onClick={() => {
                  follow()
                  turnOff.mutate(undefined, { onError: sayWhy })
                }}
              >
                Turn Off
              </Button>
            )}
          </div>
        </>
      ) : data && !hasProvenEmail ? (
        <UnconfirmedEmailNotice before="before you turn it on" />
      ) : data ? (
        <Button
          className="mt-4"
          onClick={() => {
            follow()
            setSettingUp(true)
          }}
        >
          Turn On
        </Button>
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          This could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-11 w-32" />
      )}
    </Card>
  )
}
