import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useExpiredSession } from '#session/expired-session.ts'
import { addPasskey, passkeyProblem, passkeysQuery } from '#session/passkeys.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'

type Props = { kind?: 'primary' | 'outline'; onAdded?: () => void }

export function AddPasskey({ kind = 'primary', onAdded }: Props) {
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      toast({ title: 'Passkey Added', description: 'You can sign in with it from now on.', kind: 'success' })
      onAdded?.()
    },
    onError: (error) => {
      if (isExpired(error)) return
      toast({ title: 'No Passkey Added', description: passkeyProblem(error), kind: 'destructive' })
    },
  })
  return (
    <Button kind={kind} disabled={add.isPending} onClick={() => add.mutate()}>
      <KeyRound size={18} aria-hidden />
      {add.isPending ? 'Waiting for Your Device...' : 'Add a Passkey'}
    </Button>
  )
}
