import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

const rejectWith = async (error: Error) => {
  throw error
}

describe('the data layer', () => {
  it('never retries, never goes stale and does not look again on focus [SYS-15]', () => {
    const { queries } = createQueryClient({ onSuspended: () => {} }).getDefaultOptions()
    expect(queries).toMatchObject({
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })
    expect(queries?.refetchInterval).toBeUndefined()
  })

  it('lets a failed query reach the crash screen unless its message contains 401 [SYS-8]', () => {
    const client = createQueryClient({ onSuspended: () => {} })
    const reaches = (error: Error) => {
      const { throwOnError } = client.defaultQueryOptions({ queryKey: ['any'] })
      const query = client.getQueryCache().build(client, { queryKey: ['any'] })
      return typeof throwOnError === 'function' && throwOnError(error, query)
    }
    expect(reaches(new ApiError(500, '', 'Internal Server Error'))).toBe(true)
    expect(reaches(new ApiError(401, '{"message":"Unauthorized"}', ''))).toBe(false)
  })

  it('logs a failed mutation, and tells when the account was suspended meanwhile [SYS-2, SYS-8]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onSuspended = vi.fn<() => void>()
    const client = createQueryClient({ onSuspended })
    const fail = async (error: Error) => {
      const mutation = client.getMutationCache().build(client, { mutationFn: () => rejectWith(error) })
      await expect(mutation.execute(undefined)).rejects.toBe(error)
    }
    await fail(new ApiError(500, '', 'Internal Server Error'))
    expect([logged.mock.calls.length, onSuspended.mock.calls.length]).toEqual([1, 0])
    await fail(new ApiError(403, '{"message":"Account suspended"}', ''))
    expect([logged.mock.calls.length, onSuspended.mock.calls.length]).toEqual([2, 1])
    logged.mockRestore()
  })
})
