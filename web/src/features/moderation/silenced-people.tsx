import { queryOptions, useQuery } from '@tanstack/react-query'
import { list } from '@touchline/contract/silences.ts'
import { call } from '#api/call.ts'
import { fullNameOf } from '#people/names.ts'
import { localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { SilenceButton } from './silence-button.tsx'

const silences = queryOptions({
  queryKey: ['moderation', 'silences'],
  queryFn: ({ signal }) => call(list, { signal }),
  staleTime: 0,
  throwOnError: false,
})

/** The members who may not comment now. Hidden while there are none. */
export function SilencedPeople() {
  const { data, isError, refetch } = useQuery(silences)
  if (isError) return <NotLoaded onRetry={refetch}>The silenced members could not be loaded.</NotLoaded>
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="silenced-title" className="mt-12">
      <h2 id="silenced-title" className="text-2xl">
        Silenced
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {data.map(({ id, person, reason, until, by }) => {
          const name = fullNameOf(person, 'A member')
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">
                  <bdi>{name}</bdi>
                </p>
                <MemberText text={reason} />
                <p className="text-sm text-muted">
                  Until {localTime(until)}
                  {by ? (
                    <>
                      , by <bdi>{fullNameOf(by, 'staff')}</bdi>
                    </>
                  ) : null}
                </p>
              </div>
              <SilenceButton personId={person.id} name={name} silencedUntil={until} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
