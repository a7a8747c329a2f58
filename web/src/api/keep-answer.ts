import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Keeps what a change was answered with where pages look for it. A reading that is under way began before the change was
 * answered, and would stand there as the last word: it is given up.
 */
export async function keepAnswer(client: QueryClient, queryKey: QueryKey, answer: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, answer)
}
