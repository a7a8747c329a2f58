import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Passkey, remove } from '@touchline/contract/passkeys.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { hasPasskeys } from '#session/has-passkeys.ts'
import { passkeysQuery } from '#session/passkeys.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { AddPasskey } from './add-passkey.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { twoFactorQuery } from './requests.ts'
import { UnconfirmedEmailNotice } from './unconfirmed-email-notice.tsx'

export function PasskeysSection() {
  const { hasProvenEmail } = useSignedInViewer()
  const { data, isError, refetch } = useQuery({ ...passkeysQuery, throwOnError: false })
  return (
    <Card aria-labelledby="passkeys-title">
      <h3 id="passkeys-title" className="text-xl">
        Passkeys
      </h3>
      <p className="mt-2 text-muted">
        A passkey is kept on your phone, your computer or in your password manager, and signs you in with your
        fingerprint, your face or a PIN: nothing to remember, and nothing anybody could trick you into giving
        away.
      </p>
      {data ? (
        <>
          {data.length > 0 ? (
            <ul className="mt-4 divide-y divide-line" aria-label="Your passkeys">
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          ) : (
            <p className="mt-4">You have no passkeys yet.</p>
          )}
          <div className="mt-4">
            {!hasProvenEmail ? (
              <UnconfirmedEmailNotice before="before you add one" />
            ) : hasPasskeys() ? (
              <AddPasskey kind={data.length > 0 ? 'outline' : 'primary'} />
            ) : (
              <p className="text-sm text-muted">This browser cannot create one at this address.</p>
            )}
          </div>
        </>
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          Your passkeys could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
    </Card>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const drop = useMutation({
    mutationFn: () => call(remove, { params: { id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
        client.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
      ]),
    onError: (error) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'The passkey could not be removed. Please try again.')
      toast({ title: 'Not Removed', description, kind: 'destructive' })
    },
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          Added {localTime(createdAt)}, {lastUsedAt ? `last used ${localTime(lastUsedAt)}` : 'not used yet'}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="outline"
          aria-haspopup="dialog"
          aria-label={`Rename ${name}`}
          onClick={() => setOpen('rename')}
        >
          Rename
        </Button>
        <Button
          kind="outline"
          aria-haspopup="dialog"
          aria-label={`Remove ${name}`}
          disabled={drop.isPending}
          onClick={() => setOpen('remove')}
        >
          Remove
        </Button>
      </div>
      {open === 'rename' ? <RenamePasskeyDialog id={id} name={name} onClose={() => setOpen(null)} /> : null}
      <AlertDialog
        open={open === 'remove'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'remove' : null)}
        title="Remove this passkey?"
        description={`“${name}” will no longer sign you in. Your device may still show it.`}
        confirmLabel="Remove"
        onConfirm={() => drop.mutate()}
      />
    </li>
  )
}
