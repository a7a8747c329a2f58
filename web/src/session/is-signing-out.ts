import { useIsMutating } from '@tanstack/react-query'

export const signOutKey = ['signOut'] as const

/** Whether this page is signing out: who is asked for meanwhile is nobody, and that is no reason to lead elsewhere. */
export const useIsSigningOut = () => useIsMutating({ mutationKey: signOutKey }) > 0
