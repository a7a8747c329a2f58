import { Link } from '#router/link.tsx'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { useViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { emailKindNames } from './kind-names.ts'
import type * as contract from '@touchline/contract/notifications.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

/** Without their schemas, to keep the page small. */
export const unsubscribeCalls: Pick<typeof contract, 'showUnsubscribe' | 'unsubscribe' | 'resubscribe'> = {
  showUnsubscribe: endpointPath('GET', '/api/unsubscribe'),
  unsubscribe: endpointPath('POST', '/unsubscribe'),
  resubscribe: endpointPath('DELETE', '/api/unsubscribe'),
}

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['unsubscribe-link', token],
    queryFn: ({ signal }) => call(unsubscribeCalls.showUnsubscribe, { query: { letter: token }, signal }),
    retry: false,
  })

function useUnsubscribeLink(token: string) {
  const client = useQueryClient()
  const { queryKey } = linkQuery(token)
  const shown = useQuery({ ...linkQuery(token), throwOnError: false })
  const change = useMutation({
    mutationFn: (isDeclined: boolean) =>
      call(isDeclined ? unsubscribeCalls.unsubscribe : unsubscribeCalls.resubscribe, {
        query: { letter: token },
      }),
    onSuccess: (now) => client.setQueryData(queryKey, now),
  })
  return { shown, change }
}

export function UnsubscribePage() {
  usePageTitle('Your Emails')
  const { name } = useSite()
  const viewer = useViewer()
  const [token] = useState(() => new URLSearchParams(window.location.search).get('letter') ?? '')
  return (
    <main id="main" className="mx-auto w-full max-w-[30rem] flex-1 px-4 py-6">
      {viewer ? null : (
        <Link to={paths.home} className="inline-flex py-2">
          <Logo name={name} />
        </Link>
      )}
      <h1 className="mt-9 text-3xl">Your Emails</h1>
      <section aria-label="Stop emails" className="surface mt-5 grid gap-5 p-5 sm:p-8">
        <Question token={token} />
      </section>
    </main>
  )
}

function Question({ token }: { token: string }) {
  const { shown, change } = useUnsubscribeLink(token)
  if (shown.isError)
    return (
      <p role="alert">
        {errorMessage(shown.error, 'This could not be loaded. Please open the link from the email again.')}
      </p>
    )
  if (!shown.data) return <Skeleton className="h-32" />
  const { of, isDeclined } = shown.data
  return (
    <>
      <p aria-live="polite" className="text-lg font-semibold">
        {isDeclined
          ? `You will get no more ${emailKindNames[of].replace(/^all /, '')}.`
          : `Stop ${emailKindNames[of]}?`}
      </p>
      <p className="text-muted">
        Your membership and your payments are not affected, and emails about them are sent as before.
      </p>
      <Button
        kind={isDeclined ? 'outline' : 'primary'}
        wide
        size="large"
        disabled={change.isPending}
        onClick={() => change.mutate(!isDeclined)}
      >
        {change.isPending ? 'Saving...' : isDeclined ? 'Undo: Send Them Again' : 'Stop These Emails'}
      </Button>
      {change.isError ? (
        <p role="alert" className="font-medium text-dismissal">
          {errorMessage(change.error, 'That did not work. Please try again.')}
        </p>
      ) : null}
      <p className="text-sm text-muted">
        You can choose what else you hear about in your{' '}
        <Link to={paths.settings} className="underline">
          settings
        </Link>
        .
      </p>
    </>
  )
}
