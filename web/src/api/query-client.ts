import { MutationCache, notifyManager, QueryCache, type QueryClient } from '@tanstack/react-query'
import { logProblem } from './log.ts'
import { StaleReadGuardClient } from './stale-reads.ts'

// Told before the next click or key is handled: a button that is busy is busy for the second half of a double click.
notifyManager.setScheduler(queueMicrotask)

type Hears = { onFailure: (client: QueryClient, error: Error) => void; onTry?: () => () => void }

/**
 * The data layer's rules: no retries, nothing goes stale by itself, no refetch on focus; a failed query reaches
 * the crash screen unless its message contains 401; a failed mutation is logged (its screen shows a toast).
 * News counts also for what is just being read (`StaleReadGuardClient`).
 * Without a connection a call fails at once instead of waiting for one: the screen says so and keeps what was typed.
 * `onFailure` hears of every failure: some say that the viewer is not who the page takes them for. `onTry` hears
 * of every change that begins, and answers what to do once it succeeded.
 */
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
