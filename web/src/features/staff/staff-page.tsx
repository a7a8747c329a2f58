import { useQuery } from '@tanstack/react-query'
import type { Invitation, StaffMember } from '@touchline/contract/staff.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { usePageTitle } from '#site/page-title.ts'
import { roleNames } from '#people/names.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { copyLink } from '#ui/copy-link.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { useFollowingFocus } from '#ui/use-following-focus.ts'
import { Page } from '#ui/page.tsx'
import { InviteForm } from './invite-form.tsx'
import { staffQuery, useInvitationLink, useWithdraw } from './requests.ts'
import { RemoveRoleDialog, removeRoleText } from './remove-role-dialog.tsx'

export function StaffPage() {
  usePageTitle('Staff')
  const { data, isError, refetch } = useQuery({ ...staffQuery, throwOnError: false })
  const invite = useRef<HTMLHeadingElement>(null)
  const follow = useFollowingFocus(data?.invitations.length, () => invite.current)
  return (
    <Page title="Staff" className="grid content-start gap-6">
      {data ? (
        <>
          <Card aria-labelledby="staff-title">
            <h2 id="staff-title" className="text-xl">
              Creators, Moderators and Admins
            </h2>
            <ul className="mt-4 divide-y divide-line">
              {data.staff.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          </Card>
          <Card aria-labelledby="invite-title">
            <h2 id="invite-title" ref={invite} tabIndex={-1} className="text-xl">
              Invite
            </h2>
            <p className="mt-2 text-muted">
              The invited person gets a link, valid for 7 days and for one use.
            </p>
            {data.hasMailServer ? null : (
              <p className="mt-2 text-caution">
                No mail server is configured: copy the link below and send it yourself.
              </p>
            )}
            <InviteForm hasMailServer={data.hasMailServer} />
            {data.invitations.length > 0 ? (
              <>
                <h3 className="mt-6 font-semibold">Not accepted yet</h3>
                <ul className="mt-2 divide-y divide-line">
                  {data.invitations.map((invitation) => (
                    <InvitationRow key={invitation.id} invitation={invitation} onWithdraw={follow} />
                  ))}
                </ul>
              </>
            ) : null}
          </Card>
        </>
      ) : isError ? (
        <NotLoaded onRetry={refetch}>The staff could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function PersonRow({ person }: { person: StaffMember }) {
  const viewer = useSignedInViewer()
  const [isOpen, setOpen] = useState(false)
  const { id, name, email, role, isMainInfluencer, hasSecondStep, createdAt } = person
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <bdi>{name}</bdi> <Badge>{roleNames[role]}</Badge>
          {isMainInfluencer ? <Badge look="turf">Main creator</Badge> : null}
          {id === viewer.id ? <Badge>You</Badge> : null}
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {email}, since {localTime(createdAt)}
        </p>
        <p className="text-sm text-muted">
          {hasSecondStep ? 'Signs in with two-factor or a passkey' : 'No two-factor'}
        </p>
      </div>
      {isMainInfluencer ? null : (
        <Button
          kind="outline"
          aria-haspopup="dialog"
          aria-label={`${removeRoleText(role)} from ${name}`}
          onClick={() => setOpen(true)}
        >
          {removeRoleText(role)}
        </Button>
      )}
      {isOpen ? <RemoveRoleDialog person={person} onClose={() => setOpen(false)} /> : null}
    </li>
  )
}

type InvitationProps = { invitation: Invitation; onWithdraw: () => void }

function InvitationRow({ invitation: { id, email, role, expiresAt }, onWithdraw }: InvitationProps) {
  const isExpired = useExpiredSession()
  const withdraw = useWithdraw()
  const withdrawNow = () => {
    // The button disappears with the invitation.
    onWithdraw()
    withdraw.mutate(id, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The invitation could not be withdrawn. Please try again.')
        toast({ title: 'Not Withdrawn', description, kind: 'destructive' })
      },
    })
  }
  const link = useInvitationLink()
  const copy = () =>
    link.mutate(id, {
      onSuccess: ({ url }) => copyLink(url, `It works once, for ${email}.`),
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The link could not be read. Please try again.')
        toast({ title: 'Not Copied', description, kind: 'destructive' })
      },
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold break-all">
          {email} <Badge>{roleNames[role]}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted">Valid until {localTime(expiresAt)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="outline"
          disabled={link.isPending}
          aria-label={`Copy the link of the invitation for ${email}`}
          onClick={copy}
        >
          Copy Link
        </Button>
        <Button
          kind="outline"
          disabled={withdraw.isPending}
          aria-label={`Withdraw the invitation for ${email}`}
          onClick={withdrawNow}
        >
          Withdraw
        </Button>
      </div>
    </li>
  )
}
