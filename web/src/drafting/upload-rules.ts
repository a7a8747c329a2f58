import { queryOptions } from '@tanstack/react-query'
import { rules } from '@touchline/contract/uploads.ts'
import { call } from '#api/call.ts'
import { fileSize } from '#ui/file-size.ts'

/** What this site accepts. It changes only with a restart of the server. */
export const uploadRules = queryOptions({
  queryKey: ['upload-rules'],
  queryFn: ({ signal }) => call(rules, { signal }),
  staleTime: Infinity,
  throwOnError: false,
})

/** Why a file is too large, or null. The server checks it as well. */
export const sizeProblem = ({ size }: File, maxBytes: number) =>
  size > maxBytes
    ? { title: 'File Too Large', description: `Please select a file smaller than ${fileSize(maxBytes)}.` }
    : null

/** For example "8 GB and 4 hours". */
export function rulesText({
  maxBytes,
  maxVideoMinutes,
}: {
  maxBytes: number
  maxVideoMinutes: number
}): string {
  const isHours = maxVideoMinutes % 60 === 0
  const amount = isHours ? maxVideoMinutes / 60 : maxVideoMinutes
  return `${fileSize(maxBytes)} and ${amount} ${isHours ? 'hour' : 'minute'}${amount === 1 ? '' : 's'}`
}
