import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/** Invalidates reads in flight once more when they arrive: their answer may predate the change. */
export class StaleReadGuardClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const refetchType = filters?.refetchType
    const inFlight = this.getQueryCache().findAll(filters)
    const again = inFlight.map(async ({ queryKey, promise }) => {
      try {
        if ((await promise) === undefined) return
      } catch {
        return
      }
      // A read that started since already includes the change.
      await super.invalidateQueries(
        { queryKey, exact: true, refetchType },
        { ...options, cancelRefetch: false },
      )
    })
    await super.invalidateQueries(filters, options)
    // With `refetchType: 'none'` there is nothing on screen to wait for.
    if (refetchType !== 'none') await Promise.all(again)
  }
}

/** Caches the response of a mutation, and cancels a read in flight that would overwrite it. */
export async function cacheResponse(client: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}

/** Changes cached data now, and again when reads in flight arrive. `change` must be idempotent. */
export function changeCached(client: QueryClient, queryKey: QueryKey, change: () => void): void {
  const inFlight = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  change()
  for (const { promise } of inFlight) promise?.then(change, () => {})
}
