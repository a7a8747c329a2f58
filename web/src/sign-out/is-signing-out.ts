import { useIsMutating } from '@tanstack/react-query'

export const signOutKey = ['signOut'] as const

/** Whether this page is signing out; a missing viewer must not redirect then. */
export const useIsSigningOut = () => useIsMutating({ mutationKey: signOutKey }) > 0
