import * as api from '@touchline/contract/silences.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { localTime } from '#ui/dates.ts'
import { toast } from '#ui/toast-store.ts'

const SilenceDialog = lazy(async () => ({ default: (await import('./silence-dialog.tsx')).SilenceDialog }))

type Change = { until: string; reason: string } | null
type Props = { personId: string; name: string; silencedUntil: string | null }

/** Stops a member from commenting until a time, or lifts that. */
export function SilenceButton({ personId, name, silencedUntil }: Props) {
  const [isOpen, setOpen] = useState(false)
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const change = useMutation({
    mutationFn: async (next: Change): Promise<void> => {
      const params = { id: personId }
      if (next) await call(api.start, { params, body: next })
      else await call(api.lift, { params })
    },
    // The reports, the list of silences, and the page of the person.
    onSettled: () =>
      Promise.all(['moderation', 'people'].map((first) => client.invalidateQueries({ queryKey: [first] }))),
  })
  const send = async (next: Change) => {
    try {
      await change.mutateAsync(next)
      const description = next
        ? `${name} cannot comment until ${localTime(next.until)}, and is told why by email.`
        : `${name} can comment again.`
      toast({ title: next ? 'Silenced' : 'Silence Lifted', description, kind: 'success' })
      setOpen(false)
    } catch (error) {
      if (isExpired(error)) return
      const description = errorMessage(error, 'This could not be saved. Please try again.')
      toast({ title: 'Error', description, kind: 'destructive' })
    }
  }
  return (
    <>
      {silencedUntil ? (
        <Button
          kind="outline"
          disabled={change.isPending}
          aria-label={`Lift the silence of ${name}`}
          onClick={() => void send(null)}
        >
          Lift Silence
        </Button>
      ) : (
        <Button
          kind="outline"
          aria-haspopup="dialog"
          aria-label={`Silence ${name}`}
          onClick={() => setOpen(true)}
        >
          Silence
        </Button>
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <SilenceDialog
            name={name}
            isPending={change.isPending}
            onClose={() => setOpen(false)}
            onSilence={(given) => void send(given)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
