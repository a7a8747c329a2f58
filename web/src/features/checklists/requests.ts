import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/checklists.ts'
import { call } from '#api/call.ts'

const fresh = { staleTime: 0, refetchOnWindowFocus: true, throwOnError: false } as const

/** Other pages, other browsers and the environment change the steps, so every visit reads them. */
export const siteChecklistQuery = queryOptions({
  queryKey: ['checklists', 'site'],
  queryFn: ({ signal }) => call(api.site, { signal }),
  ...fresh,
})

export const ownChecklistQuery = queryOptions({
  queryKey: ['checklists', 'own'],
  queryFn: ({ signal }) => call(api.own, { signal }),
  ...fresh,
})

function useChecklistChange<Given>(change: (given: Given) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: ['checklists'] }),
  })
}

export const useDismissSite = () =>
  useChecklistChange((isDismissed: boolean) => call(api.dismissSite, { body: { isDismissed } }))

export const useMark = () =>
  useChecklistChange((mark: api.ChecklistMark) => call(api.mark, { body: { mark } }))
