import { useMutation } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { paths } from '#paths.ts'
import { toast } from '#ui/toast-store.ts'

/** Ends the session on the server, then loads the front page anew so that nothing of it stays in memory. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => call(firstCalls.logout),
    onSuccess: () => window.location.assign(paths.home),
    onError: () => toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' }),
  })
}
