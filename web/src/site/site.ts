import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(firstCalls.showSite, { signal }),
})

/** Returns the site's data, which the gate loads before any page. */
export const useSite = () => useSuspenseQuery(siteQuery).data
