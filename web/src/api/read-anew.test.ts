import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { readAnew } from './read-anew.ts'

it('shows what was true after the news, also when the first reading began before it [LIVE-1]', async () => {
  const client = new QueryClient()
  const answers: ((count: number) => void)[] = []
  const queryKey = ['waiting']
  const queryFn = () => new Promise<number>((resolve) => void answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false })
  const leave = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1))

  const read = readAnew(client, queryKey)
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.(3)
  answers[0]?.(2)
  await read
  expect(observer.getCurrentResult().data).toBe(3)
  leave()
})
