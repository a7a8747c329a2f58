import { useIsMutating } from '@tanstack/react-query'

export const signOutKey = ['signOut'] as const

/** Whether this page is signing out. A missing viewer then must not cause a redirect. */
export const useIsSigningOut = () => useIsMutating({ mutationKey: signOutKey }) > 0
