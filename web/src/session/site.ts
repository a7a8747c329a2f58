import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'

/** The name, the creator, prices and switches of this site. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(firstCalls.showSite, { signal }),
})

/** The site's facts; the gate has loaded them before any page is shown. */
export const useSite = () => useSuspenseQuery(siteQuery).data
