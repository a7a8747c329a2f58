import { useMutation } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { confirm, undoByLink } from '@touchline/contract/account-deletion.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { localDay } from '#ui/dates.ts'

/** Parses the action and token of an emailed link; null for an incomplete one. */
function toLink(hash: string): { isUndo: boolean; token: string } | null {
  const [, kind, token] = /^#(confirm|undo)\.([\w-]+)$/.exec(hash) ?? []
  return token === undefined ? null : { isUndo: kind === 'undo', token }
}

/** Opening a link changes nothing: mail scanners open links. No server sees the token in the fragment. */
export function DeletionLink() {
  const [link] = useState(() => toLink(window.location.hash))
  useEffect(() => {
    // Remove the token from the address bar and the history.
    if (link) window.history.replaceState(window.history.state, '', paths.accountDeletion)
  }, [link])
  if (!link)
    return (
      <Outcome>
        <span role="alert">This link is incomplete. Please open it from the email.</span>
      </Outcome>
    )
  return link.isUndo ? <Undo token={link.token} /> : <Confirm token={link.token} />
}

function Outcome({ children }: { children: ReactNode }) {
  return (
    <>
      <p aria-live="polite">{children}</p>
      <Button asChild kind="outline" wide className="mt-5">
        <Link to={paths.home}>To the Front Page</Link>
      </Button>
    </>
  )
}

function Confirm({ token }: { token: string }) {
  const confirming = useMutation({ mutationFn: () => call(confirm, { body: { token } }) })
  if (confirming.data)
    return (
      <Outcome>
        Your account will be deleted on <strong>{localDay(confirming.data.dueAt)}</strong>, or when what you
        have paid for ends, at most two weeks later. We have emailed you the date and a link to change your
        mind.
      </Outcome>
    )
  return (
    <>
      <p>
        Do you want your account deleted? Your subscription is canceled now, and you keep what you have paid
        for. In two weeks, or when that runs out, your account and what you wrote are gone for good.
      </p>
      <Problem error={confirming.error} />
      <Button
        kind="danger"
        wide
        size="large"
        className="mt-5"
        disabled={confirming.isPending}
        onClick={() => confirming.mutate()}
      >
        {confirming.isPending ? 'Confirming...' : 'Delete My Account'}
      </Button>
      <Button asChild kind="outline" wide className="mt-3">
        <Link to={paths.home}>Keep It</Link>
      </Button>
    </>
  )
}

function Undo({ token }: { token: string }) {
  const undoing = useMutation({ mutationFn: () => call(undoByLink, { body: { token } }) })
  if (undoing.data) return <Outcome>{undoing.data.message}</Outcome>
  return (
    <>
      <p>Do you want to keep your account? Then nothing will be deleted.</p>
      <Problem error={undoing.error} />
      <Button
        wide
        size="large"
        className="mt-5"
        disabled={undoing.isPending}
        onClick={() => undoing.mutate()}
      >
        {undoing.isPending ? 'Saving...' : 'Keep My Account'}
      </Button>
    </>
  )
}

function Problem({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <p role="alert" className="mt-4 font-medium text-dismissal">
      {errorMessage(error, 'That did not work. Please try again.')}
    </p>
  )
}
