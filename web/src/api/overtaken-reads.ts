import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

const isThere = (reading: Promise<unknown>) =>
  reading.then(
    () => true,
    () => false,
  )

/**
 * A client whose `invalidateQueries` also counts for what is being read just then. Such a reading may have been answered
 * before the news, and its answer would stand there as the last word; so once it is there it is read again where it is on
 * screen (with `refetchType: 'none'` when it is shown next). A reading that was given up for a newer one is left alone.
 */
export class NewsHeedingClient extends QueryClient {
  /** By the reading that was overtaken: however many news it missed, one more reading has them all. */
  #again = new WeakMap<Promise<unknown>, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache().findAll(filters)
    const refetchType = filters?.refetchType
    const again = underWay.map((query) => this.#readAgain(query, refetchType, options))
    await super.invalidateQueries(filters, options)
    // What nobody waits to see nobody waits for.
    if (refetchType !== 'none') await Promise.all(again)
  }

  #readAgain(
    { queryKey, promise: reading }: Query,
    refetchType: InvalidateQueryFilters['refetchType'],
    options?: InvalidateOptions,
  ): Promise<void> | undefined {
    if (!reading) return undefined
    const read = async () => {
      if (await isThere(reading))
        await super.invalidateQueries({ queryKey, exact: true, refetchType }, options)
    }
    if (refetchType === 'none') return read()
    const again = this.#again.get(reading) ?? read()
    this.#again.set(reading, again)
    return again
  }
}
