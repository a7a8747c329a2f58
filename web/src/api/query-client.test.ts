import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

const rejectWith = async (error: Error) => {
  throw error
}

describe('the data layer', () => {
  it('never retries, never goes stale and does not refetch on focus [SYS-15]', () => {
    const { queries } = createQueryClient({ onFailure: () => {} }).getDefaultOptions()
    expect(queries).toMatchObject({
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })
    expect(queries?.refetchInterval).toBeUndefined()
  })

  it('lets a failed query reach the crash screen unless its message contains 401 [SYS-8]', () => {
    const client = createQueryClient({ onFailure: () => {} })
    const reaches = (error: Error) => {
      const { throwOnError } = client.defaultQueryOptions({ queryKey: ['any'] })
      const query = client.getQueryCache().build(client, { queryKey: ['any'] })
      return typeof throwOnError === 'function' && throwOnError(error, query)
    }
    expect(reaches(new ApiError(500, '', 'Internal Server Error'))).toBe(true)
    expect(reaches(new ApiError(401, '{"message":"Unauthorized"}', ''))).toBe(false)
  })

  it('logs a failed mutation and reports every failure [SYS-2, SYS-8]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const reported: Error[] = []
    const client = createQueryClient({ onFailure: (_client, error) => reported.push(error) })
    const failures = [new ApiError(500, '', 'Internal Server Error'), new ApiError(401, '', 'Unauthorized')]
    const mutation = client.getMutationCache().build(client, { mutationFn: () => rejectWith(failures[0]!) })
    await expect(mutation.execute(undefined)).rejects.toBe(failures[0])
    await expect(
      client.fetchQuery({ queryKey: ['any'], queryFn: () => rejectWith(failures[1]!) }),
    ).rejects.toBe(failures[1])
    expect([logged.mock.calls.length, reported]).toEqual([1, failures])
    logged.mockRestore()
  })
})
