import type { NotificationSettings } from '@touchline/contract/notifications.ts'
import { sentenceOf } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { localDay } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { KindChoices } from './kind-choices.tsx'
import { PushLine } from './push-line.tsx'
import { usePushHere } from './push-here.ts'
import { useChangeSettings, useSettings } from './requests.ts'

/** How a person wants to be told what happens, and of what. */
export function NotificationsSection() {
  const { data, isError, refetch } = useSettings()
  return (
    <Card aria-labelledby="notifications-title">
      <h2 id="notifications-title" className="text-xl">
        Notification Settings
      </h2>
      <p className="mt-2 text-muted">
        Emails about your account and your payments are always sent; everything else is up to you.
      </p>
      {data ? (
        <Choices settings={data} />
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          Your settings could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-64" />
      )}
    </Card>
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  const { email, push, marketing, marketingChangedAt, kinds, declined } = settings
  const here = usePushHere()
  const isExpired = useExpiredSession()
  const sayWhy = (error: unknown) => {
    if (isExpired(error)) return
    const description = sentenceOf(error, 'That could not be saved. Please try again.')
    toast({ title: 'Error', description, kind: 'destructive' })
  }
  const { mutate: want } = useChangeSettings(sayWhy)
  const wantPush = (isWanted: boolean) =>
    here.mutate(isWanted, {
      // Where this browser refuses, nothing has changed: others may take them.
      onSuccess: (now) => void (isWanted === (now === 'on') && want({ push: isWanted })),
      onError: sayWhy,
    })
  return (
    <>
      <div className="mt-5 grid gap-5">
        <Checkbox
          role="switch"
          label={
            <Named name="Email">At most one email an hour, however much happens; tips come at once.</Named>
          }
          checked={email}
          aria-checked={email}
          onChange={(isWanted) => want({ email: isWanted })}
        />
        <div className="grid gap-2">
          <Checkbox
            role="switch"
            label={<Named name="Push">Messages on your screen, even when no page is open.</Named>}
            checked={push}
            aria-checked={push}
            disabled={here.isPending}
            onChange={wantPush}
          />
          <PushLine isWanted={push} isPending={here.isPending} onTurnOn={() => wantPush(true)} />
        </div>
        <Checkbox
          role="switch"
          label={
            <Named name="Marketing">
              Announcements and offers by email. {consentInWords(marketing, marketingChangedAt)}
            </Named>
          }
          checked={marketing}
          aria-checked={marketing}
          onChange={(isWanted) => want({ marketing: isWanted })}
        />
      </div>
      <KindChoices
        kinds={kinds}
        ways={{ email, push }}
        declined={declined}
        onChange={(next) => want({ declined: next })}
      />
    </>
  )
}

function Named({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-muted">{children}</span>
    </>
  )
}

function consentInWords(isGiven: boolean, changedAt: string | null): string {
  if (changedAt === null) return 'You have not agreed to them.'
  return isGiven ? `You agreed on ${localDay(changedAt)}.` : `You stopped them on ${localDay(changedAt)}.`
}
