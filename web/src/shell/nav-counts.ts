import { useQuery } from '@tanstack/react-query'
import type { NeedsAttention } from '@touchline/contract/needs-attention.ts'
import { needsAttentionQuery, useLiveAttention } from '#features/needs-attention/requests.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import type { NavCount } from './nav-items.ts'

export type NavCounts = Partial<Record<NavCount, NeedsAttention['comments']>>

/** Returns what waits for the creator behind the links; empty for others. */
export function useNavCounts(): NavCounts {
  const isCreator = useSignedInViewer().role === 'creator'
  useLiveAttention()
  const { data } = useQuery({ ...needsAttentionQuery, enabled: isCreator, staleTime: 60_000 })
  return data ?? {}
}

/** `2`, or `99+` where more than two digits would not fit. */
export const countText = ({ count }: { count: number }) => (count > 99 ? '99+' : String(count))
