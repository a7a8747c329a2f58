import type { QueryClient, QueryKey } from '@tanstack/react-query'

const nothing = () => undefined

/**
 * Reads lists anew that grow page by page. A page somebody asked for is awaited first: reading anew would take the
 * place of reading on, and the page would never come.
 */
export async function renewPages(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const readingOn = client
    .getQueryCache()
    .findAll({ queryKey, predicate: ({ state }) => state.fetchMeta?.fetchMore !== undefined })
  await Promise.all(readingOn.map(async ({ promise }) => promise?.catch(nothing)))
  await client.invalidateQueries({ queryKey })
}
