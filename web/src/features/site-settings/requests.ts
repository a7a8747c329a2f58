import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '@touchline/contract/site-settings.ts'
import type { SettingName, SiteDesk, SomeSettings, TryOut } from '@touchline/contract/site-settings.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'
import { siteQuery } from '#site/site.ts'

type DeskCalls = Pick<
  typeof contract,
  'show' | 'save' | 'discard' | 'publish' | 'restore' | 'exportFile' | 'importFile' | 'tryNow'
>

/** The address that shows this browser the draft. */
export const previewAddress = (as: 'visitor' | 'member' | 'off') => `/api/admin/site/preview?as=${as}`

/** Written out: the schemas of all settings weigh more than the page. The server checks what is sent. */
export const api: DeskCalls = {
  show: endpointPath('GET', '/api/admin/site'),
  save: endpointPath('PATCH', '/api/admin/site/draft'),
  discard: endpointPath('DELETE', '/api/admin/site/draft'),
  publish: endpointPath('POST', '/api/admin/site/publish'),
  restore: endpointPath('POST', '/api/admin/site/versions/:number/publish'),
  exportFile: endpointPath('GET', '/api/admin/site/settings.json'),
  importFile: endpointPath('POST', '/api/admin/site/import'),
  tryNow: endpointPath('POST', '/api/admin/site/try'),
}

export const deskQuery = queryOptions({
  queryKey: ['site-desk'],
  queryFn: ({ signal }) => call(api.show, { signal }),
  staleTime: 0,
})

/** A change at the desk; its response is the new state. After a conflict the newest state is fetched. */
function useDeskChange<Input>(change: (input: Input) => Promise<SiteDesk>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (desk) => {
      client.setQueryData(deskQuery.queryKey, desk)
      // Its prefix also covers the texts.
      void client.invalidateQueries({ queryKey: siteQuery.queryKey })
    },
    onError: () => client.invalidateQueries({ queryKey: deskQuery.queryKey }),
  })
}

type Saved = { revision: string; settings: SomeSettings; reset?: SettingName[] }

export const useSave = () => useDeskChange((body: Saved) => call(api.save, { body }))
export const useImport = () =>
  useDeskChange((body: { revision: string; text: string }) => call(api.importFile, { body }))
export const tryNow = (what: TryOut) => call(api.tryNow, { body: { what } })
export const useDiscard = () => useDeskChange<void>(() => call(api.discard))
export const usePublish = () => useDeskChange((revision: string) => call(api.publish, { body: { revision } }))
export const useRestore = () =>
  useDeskChange(({ number, revision }: { number: number; revision: string }) =>
    call(api.restore, { params: { number }, body: { revision } }),
  )
