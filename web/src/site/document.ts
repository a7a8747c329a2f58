import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type * as contract from '@touchline/contract/site.ts'
import { pageKeys } from '@touchline/contract/page-data.ts'
import type { DocumentName } from '@touchline/contract/site-settings.ts'
import { call } from '#api/call.ts'
import { endpointPath } from '#api/endpoint-path.ts'

/** Written out to keep the validator out of the public pages. */
export const documentCall: typeof contract.document = endpointPath('GET', '/api/site/documents/:name')

const documentQuery = (name: DocumentName) =>
  queryOptions({
    queryKey: pageKeys.document(name),
    queryFn: ({ signal }) => call(documentCall, { params: { name }, signal }),
  })

/** Returns a long text, such as the terms. */
export const useDocument = (name: DocumentName) => useSuspenseQuery(documentQuery(name)).data
