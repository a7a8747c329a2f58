import type { NotificationSettings } from '@touchline/contract/notifications.ts'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { localDay } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { KindChoices } from './kind-choices.tsx'
import { usePushHere, type PushHere, pushHereQuery } from './push-here.ts'
import { TimingChoices } from './timing-choices.tsx'
import { useChangeSettings, useSettings } from './requests.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'

const words: Partial<Record<PushHere, string>> = {
  none: 'This browser does not support push messages.',
  'home screen first':
    'On an iPhone or iPad, add this site to the home screen first (Share, then Add to Home Screen), open it from there and turn push on.',
  refused:
    'This browser blocks push messages from this site. Allow notifications in the settings of the browser, then turn push on here.',
}

type Props = { isWanted: boolean; isPending: boolean; onTurnOn: () => void }

/** The push status of this browser, with a button to enable it here. */
function PushLine({ isWanted, isPending, onTurnOn }: Props) {
  const { data: here } = useQuery(pushHereQuery)
  const problem = here && words[here]
  return (
    <div aria-live="polite" className="grid justify-items-start gap-2 pl-8 text-sm empty:hidden">
      {problem ? <p className="text-caution">{problem}</p> : null}
      {isWanted && here === 'on' ? <p className="text-muted">This browser receives them.</p> : null}
      {isWanted && here === 'off' ? (
        <Button kind="outline" disabled={isPending} onClick={onTurnOn}>
          {isPending ? 'Asking...' : 'Turn On in This Browser'}
        </Button>
      ) : null}
    </div>
  )
}

export function NotificationsSection() {
  const { data, isError, refetch } = useSettings()
  return (
    <Card aria-labelledby="notifications-title">
      <h3 id="notifications-title" className="text-xl">
        Notification Settings
      </h3>
      <p className="mt-2 text-muted">
        Emails about your account, your payments and your reports are always sent; everything else is up to
        you.
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
    const description = errorMessage(error, 'That could not be saved. Please try again.')
    toast({ title: 'Error', description, kind: 'destructive' })
  }
  const { mutate: want } = useChangeSettings(sayWhy)
  const wantPush = (isWanted: boolean) =>
    here.mutate(isWanted, {
      // A refusal in this browser does not change the setting for others.
      onSuccess: (now) => void (isWanted === (now === 'on') && want({ push: isWanted })),
      onError: sayWhy,
    })
  return (
    <>
      <div className="mt-5 grid gap-5">
        <Checkbox
          role="switch"
          label={
            <Named name="Email">
              At most one email an hour, however much happens; tips come at once. You can choose other times
              below.
            </Named>
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
        ways={{ site: true, email, push }}
        declined={declined}
        onChange={(next) => want({ declined: next })}
      />
      <TimingChoices settings={settings} onChange={want} />
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
  if (changedAt === null) return 'Off.'
  return isGiven ? `You agreed on ${localDay(changedAt)}.` : `You stopped them on ${localDay(changedAt)}.`
}
