import { useMutation } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { paths } from '#paths.ts'
import { signOutKey } from './is-signing-out.ts'
import { forgetComments } from './kept-texts.ts'
import { toast } from '#ui/toast-store.ts'

/** Ends the session on the server, then loads the front page anew so that nothing of it stays in memory. */
export function useSignOut() {
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      await call(firstCalls.logout)
      // Their files and texts do not stay behind in a browser somebody else may use next.
      forgetComments()
      await (await import('./kept-uploads.ts')).forgetAllUploads()
      window.location.assign(paths.home)
      // Under way until this page is gone.
      return new Promise<never>(() => {})
    },
    onError: () => toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' }),
  })
}
