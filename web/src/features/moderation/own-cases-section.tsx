import { useQuery } from '@tanstack/react-query'
import { Card } from '#ui/card.tsx'
import { localDay, localTime } from '#ui/dates.ts'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DecisionText } from './decision-text.tsx'
import { ownCases } from './requests.ts'
import { resultText, thingNames, useRules } from './texts.ts'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'

const AppealLink = ({ token, about }: { token: string; about: string }) => (
  <Button asChild kind="outline" className="mt-3">
    <Link to={paths.appeal} hash={token} aria-label={`Appeal: ${about}`}>
      Appeal
    </Link>
  </Button>
)

export function OwnCasesSection() {
  const { data, isError, refetch } = useQuery(ownCases)
  const { ruleTitle } = useRules()
  return (
    <Card aria-labelledby="own-cases-title">
      <h3 id="own-cases-title" className="text-xl">
        Your Reports and Decisions
      </h3>
      <p className="mt-2 text-muted">
        What you reported to the moderators, and what they decided about what you wrote.
      </p>
      {data?.silence ? (
        <p className="mt-4 font-semibold text-caution wrap-anywhere">
          You cannot comment until {localTime(data.silence.until)}: {data.silence.reason}
        </p>
      ) : null}
      {data ? (
        data.reports.length + data.decisions.length === 0 ? (
          <p className="mt-4">There is nothing here. Let us keep it that way.</p>
        ) : (
          <>
            <ul aria-label="Decisions" className="mt-4 divide-y divide-line empty:hidden">
              {data.decisions.map(({ appealToken, ...decision }) => (
                <li key={decision.id} className="py-3">
                  <DecisionText decision={decision} />
                  {decision.mayAppeal ? (
                    <AppealLink
                      token={appealToken}
                      about={`${thingNames[decision.kind]}, decided on ${localDay(decision.at)}`}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
            <ul aria-label="Reports" className="mt-4 divide-y divide-line empty:hidden">
              {data.reports.map(({ id, kind, rule, at, result }) => (
                <li key={id} className="py-3">
                  <p className="font-semibold">
                    {thingNames[kind]}, reported {localDay(at)}
                  </p>
                  <p className="text-sm text-muted">{ruleTitle(rule)}</p>
                  <p className="text-sm">{resultText[result]}</p>
                </li>
              ))}
            </ul>
          </>
        )
      ) : isError ? (
        <NotLoaded className="mt-4" onRetry={refetch}>
          Your reports could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-24" />
      )}
    </Card>
  )
}
