import { useQuery } from '@tanstack/react-query'
import {
  ageBands,
  type AudienceAnswers,
  minGroupSize,
  type SharedAnswers,
} from '@touchline/contract/audience.ts'
import { useId, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { countriesByName } from './country-names.ts'
import { ownAnswers, useSaveAnswers } from './requests.ts'

export function AboutYouSection() {
  const { data, isError, refetch } = useQuery(ownAnswers)
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId}>
      <h2 id={titleId} className="text-xl">
        For the Club’s Statistics
      </h2>
      <p className="measure mt-2 text-muted">
        Both are optional. The creator sees only counts over groups of {minGroupSize} members or more, never
        your name, and no one else sees your answers. You can remove them here at any time.
      </p>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-11 items-center underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf">
          How they are counted
        </summary>
        <p className="measure text-muted">
          The counts are updated once at least {minGroupSize} answers have changed, so that no one can tell
          whose it was. Nothing of a removed answer is kept with your account.
        </p>
      </details>
      {data ? (
        <AnswersForm answers={data} />
      ) : isError ? (
        <NotLoaded onRetry={refetch} className="mt-4">
          Your answers could not be loaded.
        </NotLoaded>
      ) : (
        <Skeleton className="mt-4 h-32" />
      )}
    </Card>
  )
}

const noAnswer = 'Rather not say'

const isBand = (value: string) => ageBands.find((band) => band === value) ?? null

function AnswersForm({ answers }: { answers: SharedAnswers }) {
  const [chosen, setChosen] = useState<AudienceAnswers>({
    ageBand: answers.ageBand,
    country: answers.country,
  })
  const [listed] = useState(countriesByName)
  const saveAnswers = useSaveAnswers()
  const isExpired = useExpiredSession()
  const save = () =>
    saveAnswers.mutate(chosen, {
      onSuccess: ({ toldAt }) =>
        toast({
          title: toldAt ? 'Thank You' : 'Answers Removed',
          description: toldAt ? 'Your answers are saved.' : 'Your answers were removed.',
          kind: 'success',
        }),
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'Your answers could not be saved. Please try again.')
        toast({ title: 'Error', description, kind: 'destructive' })
      },
    })
  return (
    <form
      noValidate
      aria-label="Statistics"
      className="mt-5 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!saveAnswers.isPending) save()
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Age group">
          {(control) => (
            <Select
              {...control}
              value={chosen.ageBand ?? ''}
              onChange={({ target }) => setChosen({ ...chosen, ageBand: isBand(target.value) })}
            >
              <option value="">{noAnswer}</option>
              {ageBands.map((band) => (
                <option key={band} value={band}>
                  {band}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Country">
          {(control) => (
            <Select
              {...control}
              value={chosen.country ?? ''}
              onChange={({ target }) => setChosen({ ...chosen, country: target.value || null })}
            >
              <option value="">{noAnswer}</option>
              {listed.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" disabled={saveAnswers.isPending}>
          {saveAnswers.isPending ? 'Saving...' : 'Save Answers'}
        </Button>
      </div>
    </form>
  )
}
