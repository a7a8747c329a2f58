import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useSite } from '#site/site.ts'
import { linkQuery } from './requests.ts'
import { SetupForm } from './setup-form.tsx'

const titles = { creator: 'Become a Creator', moderator: 'Become a Moderator', admin: 'Become an Admin' }

/** The token is in the fragment, which no server sees. */
export function SetupPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const { name } = useSite()
  const link = useQuery(linkQuery(token))
  const title = link.data ? titles[link.data.role] : 'Your Invitation'
  usePageTitle(title)
  useEffect(() => {
    // Remove the token from the address bar and the history.
    if (token) window.history.replaceState(window.history.state, '', paths.setup)
  }, [token])
  return (
    <main id="main" className="mx-auto w-full max-w-[30rem] flex-1 px-4 py-9">
      <Logo name={name} />
      <h1 className="mt-9 text-3xl">{title}</h1>
      <section aria-label="Your account" className="surface mt-5 p-5 sm:p-8">
        {link.data ? (
          <>
            <p className="text-muted">
              {link.data.isFirstAdmin
                ? 'No one looks after this site yet. You are the first: create your account, then invite the creator.'
                : `You are invited to help look after ${name}. Create your account to begin.`}
            </p>
            <SetupForm token={token} email={link.data.email} role={link.data.role} />
          </>
        ) : link.isError ? (
          <div role="alert" className="grid justify-items-start gap-4">
            <p>{errorMessage(link.error, 'The link could not be checked. Please try again.')}</p>
            <p className="text-sm text-muted">
              As long as a site has no admin, its server prints a new link each time it starts.
            </p>
            <Button kind="outline" onClick={() => void link.refetch()}>
              Try Again
            </Button>
          </div>
        ) : (
          <Skeleton className="h-96" />
        )}
      </section>
    </main>
  )
}
