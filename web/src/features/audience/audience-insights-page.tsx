import { useQuery } from '@tanstack/react-query'
import {
  activeDays,
  ageBands,
  type Audience,
  minActions,
  type Spread,
  minGroupSize,
} from '@touchline/contract/audience.ts'
import { useState } from 'react'
import { ownTimeZone } from '#ui/own-time-zone.ts'
import { useSlots } from '#slots.ts'
import { BarList } from '#ui/bar-list.tsx'
import { Card } from '#ui/card.tsx'
import { notEnough } from '#ui/counted-figure.tsx'
import { longDate } from '#ui/dates.ts'
import { Definition } from '#ui/definition.tsx'
import { HeatStrip } from '#ui/heat-strip.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { countryName } from './country-names.ts'
import { audienceIn } from './requests.ts'

/** Starts on Monday, like the server. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const twoDigits = (hour: number) => String(hour).padStart(2, '0')

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => twoDigits(hour))

type Busy = { when: string; count: number }

export const busiestHours = (hours: number[][], most: number): Busy[] =>
  hours
    .flatMap((day, weekday) =>
      day.map((count, hour) => ({
        when: `${weekdays[weekday] ?? ''}, ${twoDigits(hour)}:00 to ${twoDigits((hour + 1) % 24)}:00`,
        count,
      })),
    )
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)

export const inActions = (count: number) =>
  count === 1 ? '1 action' : `${count.toLocaleString('en-US')} actions`

const grouped = `Counted from the answers that members of that day gave in their profiles: everyone who pays and has access, including those who are blocked. Answering is voluntary. The figures are counted again only once at least ${minGroupSize} answers have changed, so that no one can be identified by comparing them; answers that members removed, and those of members who left, then drop out too. Groups of fewer than ${minGroupSize} people are added to “Others”, and so is the smallest remaining group while “Others” has fewer than ${minGroupSize}.`

export function AudienceInsightsPage() {
  const { MemberHistory } = useSlots()
  const [timeZone] = useState(ownTimeZone)
  const { data } = useQuery(audienceIn(timeZone))
  return (
    <>
      <p className="measure mt-4 text-muted">
        What members chose to say about themselves, and when they are active. Refreshed every half minute;
        answers are counted again once enough of them have changed.
      </p>
      {data ? (
        <div className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2 lg:[&>:nth-child(n+3)]:col-span-2">
          <SpreadCard
            title="Age"
            of="Age group"
            spread={data.ages}
            name={(key) => key}
            order={(key) => ageBands.findIndex((band) => band === key)}
          />
          <SpreadCard title="Location" of="Country" spread={data.countries} name={countryName} />
          <ActivityCard activity={data.activity} />
          <MemberHistory />
        </div>
      ) : (
        <Skeleton className="mt-6 h-96" />
      )}
    </>
  )
}

type SpreadProps = {
  title: string
  of: string
  spread: Spread | null
  name: (key: string) => string
  /** Sorts groups by their own order; otherwise largest first. */
  order?: (key: string) => number
}

function SpreadCard({ title, of, spread, name, order }: SpreadProps) {
  const titleId = `${title.toLowerCase()}-title`
  return (
    <Card aria-labelledby={titleId} className="relative">
      <h2 id={titleId} className="pr-8 text-xl">
        {title}
      </h2>
      {spread ? (
        <p className="mt-1 text-sm text-muted">
          {spread.answered.toLocaleString('en-US')} of {spread.members.toLocaleString('en-US')} members had
          answered by {longDate(spread.at)}.
        </p>
      ) : null}
      <Definition of={title}>{grouped}</Definition>
      <div className="mt-4">
        {spread ? (
          <BarList
            label={`Members by ${of.toLowerCase()}`}
            of={of}
            counted="Members"
            rows={rowsOf(spread, name, order)}
          />
        ) : (
          <p className="text-muted">
            {notEnough}: this is shown once {minGroupSize} members have answered, and not all the same.
          </p>
        )}
      </div>
    </Card>
  )
}

function rowsOf({ groups, others }: Spread, name: SpreadProps['name'], order: SpreadProps['order']) {
  const shown = order ? groups.toSorted((a, b) => order(a.key) - order(b.key)) : groups
  return [
    ...shown.map(({ key, count }) => ({ key, name: name(key), count })),
    ...(others > 0 ? [{ key: 'others', name: 'Others', count: others }] : []),
  ]
}

function ActivityCard({
  activity: { timeZone, since, until, actions, hours },
}: {
  activity: Audience['activity']
}) {
  return (
    <Card aria-labelledby="activity-title" className="relative">
      <h2 id="activity-title" className="pr-8 text-xl">
        Peak hours
      </h2>
      <p className="mt-1 text-sm text-muted">
        {inActions(actions)} from {longDate(since)} to {longDate(until)}, in the time zone{' '}
        {timeZone.replaceAll('_', ' ')}.
      </p>
      <Definition of="Peak hours">
        Likes, comments and tips of members in the last {activeDays} days, by the hour of the week in which
        they were made. What creators and admins do is not counted.
      </Definition>
      {hours ? (
        <div className="mt-4 grid grid-cols-1 gap-6">
          <HeatStrip
            label="Actions by hour of the week"
            corner="Day"
            rows={weekdays}
            columns={hoursOfDay}
            values={hours}
            say={inActions}
          />
          <div>
            <h3 className="text-base">Busiest hours</h3>
            <ol className="mt-2 list-decimal pl-5 text-sm">
              {busiestHours(hours, 5).map(({ when, count }) => (
                <li key={when} className="py-1">
                  {when}: {inActions(count)}
                </li>
              ))}
            </ol>
          </div>
        </div>
      ) : (
        <p className="mt-4 text-muted">
          {notEnough}: this is shown once there are {minActions} actions by at least {minGroupSize} members.
        </p>
      )}
    </Card>
  )
}
