import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { redirectAfterSignIn } from './redirect-after-sign-in.ts'

const load = () => import('#session/passkeys.ts')

/** The passkey dialog opens only right after a press, so its code is loaded before. */
const prepare = () => void load()

export function PasskeySignIn() {
  const signIn = useMutation({
    mutationFn: async () => (await load()).signInWithPasskey(),
    onSuccess: redirectAfterSignIn,
    onError: async (error) =>
      toast({
        title: 'Login Failed',
        description: (await load()).passkeyProblem(error),
        kind: 'destructive',
      }),
  })
  const isBusy = signIn.isPending || signIn.isSuccess
  return (
    <Button
      kind="outline"
      wide
      size="large"
      disabled={isBusy}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => signIn.mutate()}
    >
      <KeyRound size={18} aria-hidden />
      {isBusy ? 'Waiting for Your Passkey...' : 'Use a Passkey'}
    </Button>
  )
}
