import { useIsMutating, useMutation } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'

const mutationKey = ['signOut'] as const

/** Whether this page is signing out: who is asked for meanwhile is nobody, and that is no reason to lead elsewhere. */
export const useIsSigningOut = () => useIsMutating({ mutationKey }) > 0

/** Ends the session on the server, then loads the front page anew so that nothing of it stays in memory. */
export function useSignOut() {
  return useMutation({
    mutationKey,
    mutationFn: async () => {
      await call(firstCalls.logout)
      await (await import('./forget-person.ts')).forgetPerson()
      window.location.assign(paths.home)
      // Under way until this page is gone.
      return new Promise<never>(() => {})
    },
    onError: () => toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' }),
  })
}
