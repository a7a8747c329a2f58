import { useMutation } from '@tanstack/react-query'
import { useLocation } from '#router/router-provider.tsx'
import type { SiteDesk, TryOut } from '@touchline/contract/site-settings.ts'
import { errorMessage } from '#api/api-error.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { tryNow } from './requests.ts'

const purposes: Record<string, string> = {
  SESSION_SECRET: 'Encrypts what the site keeps. Without it the site made one of its own.',
  ACCESS_CODE: 'The code of the gate.',
  STRIPE_SECRET_KEY: 'Real payments. Without it they are simulated.',
  SMTP_URL: 'The mail server. Without it emails are files.',
  S3_BUCKET: 'The bucket for media. Without it they are files.',
  BACKUP_PASSPHRASE: 'Backups then contain the secret of the site, encrypted.',
}

const verbs: Record<TryOut, string> = {
  mail: 'Email me',
  storage: 'Write a file',
  payments: 'Read the account',
}

const scrollHere = (title: HTMLElement | null) => title?.scrollIntoView()

/** Says which secrets of the environment are set, and tries what they are for. */
export function SecretsSection({ secrets }: Pick<SiteDesk, 'secrets'>) {
  const isTarget = useLocation().hash === 'secrets'
  return (
    <Card aria-labelledby="secrets-title">
      <h2 ref={isTarget ? scrollHere : undefined} id="secrets-title" className="text-xl">
        Secrets
      </h2>
      <p className="mt-2 measure text-muted">
        They stay in the environment of the server and are never shown. A new value needs a restart.
      </p>
      <ul className="mt-4 divide-y divide-line">
        {secrets.map(({ name, isSet, tries }) => (
          <li key={name} className="grid gap-2 py-3">
            <p className="flex flex-wrap items-center gap-3 font-semibold">
              {name} <Badge look={isSet ? 'turf' : 'line'}>{isSet ? 'Set' : 'Not set'}</Badge>
            </p>
            <p className="text-sm text-muted">{purposes[name]}</p>
            {tries ? <TryButton what={tries} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TryButton({ what }: { what: TryOut }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => tryNow(what) })
  const isWell = data?.isWell ?? false
  const text =
    data?.text ?? (error ? errorMessage(error, 'This could not be tried. Please try again.') : null)
  return (
    <div className="grid gap-2">
      <Button kind="outline" className="justify-self-start" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Trying…' : verbs[what]}
      </Button>
      <output
        className={`block text-sm wrap-anywhere empty:hidden ${isWell ? 'text-turf' : 'text-dismissal'}`}
      >
        {text}
      </output>
    </div>
  )
}
