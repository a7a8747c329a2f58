import { type ReactNode, Suspense } from 'react'
import { useIsHydrated } from './use-is-hydrated.ts'

type Props = { children: ReactNode; fallback?: ReactNode }

/** A boundary for code that loads after the page, which the server leaves out. */
export const Later = ({ children, fallback = null }: Props) =>
  useIsHydrated() ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
