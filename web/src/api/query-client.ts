import { MutationCache, notifyManager, QueryCache, type QueryClient } from '@tanstack/react-query'
import { logProblem } from './log.ts'
import { StaleReadGuardClient } from './stale-reads.ts'

// Notify synchronously, so that a button is already disabled for the second half of a double click.
notifyManager.setScheduler(queueMicrotask)

type Hears = { onFailure: (client: QueryClient, error: Error) => void; onTry?: () => () => void }

/** Creates the cache: no retries, no refetch on focus. `onTry` returns what to do after success. */
export function createQueryClient({ onFailure, onTry }: Hears) {
  const tries = new WeakMap<object, () => void>()
  const client: QueryClient = new StaleReadGuardClient({
    queryCache: new QueryCache({ onError: (error) => onFailure(client, error) }),
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        if (onTry) tries.set(mutation, onTry())
      },
      onSuccess: (_data, _variables, _result, mutation) => tries.get(mutation)?.(),
      onError: (error) => {
        logProblem('A change could not be saved', error)
        onFailure(client, error)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        throwOnError: (error) => !error.message.includes('401'),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
