import { useMutation } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'
import { paths } from '#paths.ts'
import { forgetDesk } from './forget-desk.ts'
import { signOutKey } from './is-signing-out.ts'
import { forgetComments } from './kept-texts.ts'
import { useViewer } from './viewer.ts'
import { toast } from '#ui/toast-store.ts'

/** Ends the session on the server, then loads the front page anew so that nothing of it stays in memory. */
export function useSignOut() {
  const viewer = useViewer()
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: async () => {
      if (viewer?.role === 'creator') await (await import('./save-desk.ts')).saveDesk(viewer.id)
      await call(firstCalls.logout)
      // Their files and texts do not stay behind in a browser somebody else may use next.
      forgetComments()
      forgetDesk()
      await (await import('./kept-uploads.ts')).forgetAllUploads()
      window.location.assign(paths.home)
      // Under way until this page is gone.
      return new Promise<never>(() => {})
    },
    onError: () => toast({ title: 'Logout Error', description: 'Failed to log out', kind: 'destructive' }),
  })
}
