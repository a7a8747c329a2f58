import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery, useSignedInViewer } from '#session/viewer.ts'
import { statusFreshMs, statusQuery } from './requests.ts'

/**
 * The viewer's subscription status, asked for again every 30 s (the live connection is for people with access, so it
 * cannot tell those who wait). When access changed meanwhile, the viewer is asked for anew and the pages follow.
 */
export function useWatchedStatus() {
  const client = useQueryClient()
  const viewer = useSignedInViewer()
  const { data: status } = useSuspenseQuery({ ...statusQuery, refetchInterval: statusFreshMs })
  const isNews = status.hasAccess !== viewer.hasAccess
  useEffect(() => {
    if (isNews) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [isNews, client])
  return status
}
