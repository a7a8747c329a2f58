import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while the server renders and in the first render over its HTML, true from then on. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
