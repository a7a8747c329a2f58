import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'

export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => call(firstCalls.showSite, { signal }),
})

export const textsQuery = queryOptions({
  queryKey: ['site', 'texts'],
  queryFn: ({ signal }) => call(firstCalls.siteTexts, { signal }),
})

/** Returns the short texts of the public pages, which the server embeds in pages for visitors. */
export const useTexts = () => useSuspenseQuery(textsQuery).data

/** Returns the site's data, which the gate loads before any page. */
export const useSite = () => useSuspenseQuery(siteQuery).data
