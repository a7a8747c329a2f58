import type { QueryClient, QueryKey } from '@tanstack/react-query'

const nothing = () => undefined

/** Refetches infinite lists after a running fetch of the next page, which the refetch would cancel. */
export async function renewPages(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const readingOn = client
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined })
  await Promise.all(readingOn.map(async ({ promise }) => promise?.catch(nothing)))
  await client.invalidateQueries({ queryKey })
}
