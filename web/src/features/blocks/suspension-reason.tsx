import { queryOptions, useQuery } from '@tanstack/react-query'
import * as api from '@touchline/contract/blocks.ts'
import { call } from '#api/call.ts'
import { localTime } from '#ui/dates.ts'

const suspension = queryOptions({
  queryKey: ['suspension'],
  queryFn: ({ signal }) => call(api.suspension, { signal }),
  // Without a session the reason is only in the email.
  retry: false,
  throwOnError: false,
})

export function SuspensionReason() {
  const { data } = useQuery(suspension)
  if (!data || (!data.reason && !data.until)) return null
  return (
    <dl className="surface mt-6 grid gap-3 p-4 text-left text-base text-chalk">
      {data.reason ? (
        <div>
          <dt className="lettering text-xs text-muted">Reason</dt>
          <dd dir="auto" className="mt-1">
            {data.reason}
          </dd>
        </div>
      ) : null}
      {data.until ? (
        <div>
          <dt className="lettering text-xs text-muted">Ends</dt>
          <dd className="mt-1">{localTime(data.until)}, by itself</dd>
        </div>
      ) : null}
    </dl>
  )
}
