import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads again what is on screen because of news. A first reading that is still under way is given up for it: it may have
 * been answered before the news, and would stand there as the last word.
 */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
