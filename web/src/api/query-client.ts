import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSuspended } from './api-error.ts'
import { logProblem } from './log.ts'

/**
 * The data layer's rules: no retries, nothing goes stale by itself, no refetch on focus; a failed query reaches
 * the crash screen unless its message contains 401; a failed mutation is logged (its screen shows a toast).
 * Without a connection a call fails at once instead of waiting for one: the screen says so and keeps what was typed.
 * `onSuspended` is told when any answer says that the account was blocked meanwhile.
 */
export function createQueryClient({ onSuspended }: { onSuspended: (client: QueryClient) => void }) {
  const watch = (error: Error) => {
    if (isSuspended(error)) onSuspended(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onError: (error) => {
        logProblem('A change could not be saved', error)
        watch(error)
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
