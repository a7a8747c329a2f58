import type { QueryClient, QueryKey } from '@tanstack/react-query'

const nothing = () => undefined

/**
 * Refetches infinite lists. Waits for a page that is being fetched, because the refetch would cancel it.
 */
export async function renewPages(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const readingOn = client
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined })
  await Promise.all(readingOn.map(async ({ promise }) => promise?.catch(nothing)))
  await client.invalidateQueries({ queryKey })
}
