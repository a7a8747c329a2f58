import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * A client whose `invalidateQueries` also counts for what is being read just then. Such a reading may have been answered
 * before the news, and its answer would stand there as the last word; so once it is there it is read again where it is on
 * screen (with `refetchType: 'none'` when it is shown next). A reading that was given up for a newer one is left alone.
 */
export class StaleReadGuardClient extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const refetchType = filters?.refetchType
    const underWay = this.getQueryCache().findAll(filters)
    const again = underWay.map(async ({ queryKey, promise }) => {
      try {
        if ((await promise) === undefined) return
      } catch {
        return
      }
      // What has begun to be read since knows of the news already.
      await super.invalidateQueries(
        { queryKey, exact: true, refetchType },
        { ...options, cancelRefetch: false },
      )
    })
    await super.invalidateQueries(filters, options)
    // What nobody waits to see nobody waits for.
    if (refetchType !== 'none') await Promise.all(again)
  }
}

/**
 * Keeps what a change was answered with where pages look for it. A reading that is under way began before the change was
 * answered, and would stand there as the last word: it is given up.
 */
export async function cacheResponse(client: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}

/**
 * Changes what is kept below a key. A reading that is under way may have been answered before, and would stand there as
 * the last word: `change` is made again with what it brings, before that is drawn. So it has to be one that may be made
 * twice.
 */
export function changeCached(client: QueryClient, queryKey: QueryKey, change: () => void): void {
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })
  change()
  for (const { promise } of underWay) promise?.then(change, () => {})
}
