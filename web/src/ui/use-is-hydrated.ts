import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render over its HTML. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
