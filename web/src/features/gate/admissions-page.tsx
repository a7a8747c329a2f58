import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { Admissions } from '@touchline/contract/admissions.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { fromLocalMinute, toLocalMinute } from '#ui/local-minute.ts'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { admissionsQuery, useChangeGate } from './admissions-requests.ts'
import { GateCodesSection } from './gate-codes-section.tsx'
import { WaitlistSection } from './waitlist-section.tsx'

export function AdmissionsPage() {
  usePageTitle('Gate')
  const { data } = useQuery(admissionsQuery)
  return (
    <Page
      title="Gate"
      lead="Who gets in before the opening. The code of the configuration (ACCESS_CODE) works beside these."
      className="grid content-start gap-6"
    >
      {data ? (
        <>
          <p className={data.isOn ? undefined : 'text-caution'}>
            {data.isOn ? 'The gate is on.' : 'The gate is off, so everyone gets in.'}{' '}
            <Link to={paths.site} hash="gate" className="underline underline-offset-4">
              {data.isOn ? 'Switch it off' : 'Switch it on'}
            </Link>
          </p>
          <OpeningForm key={`${data.opensAt} ${data.hasWaitlist}`} {...data} />
          <GateCodesSection codes={data.codes} />
          <WaitlistSection {...data} />
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}

function OpeningForm({ opensAt, hasWaitlist }: Pick<Admissions, 'opensAt' | 'hasWaitlist'>) {
  const [at, setAt] = useState(opensAt ? toLocalMinute(Date.parse(opensAt)) : '')
  const [isListOn, setListOn] = useState(hasWaitlist)
  const isExpired = useExpiredSession()
  const change = useChangeGate()
  const save = () =>
    change.mutate(
      { opensAt: at === '' ? null : fromLocalMinute(at), hasWaitlist: isListOn },
      {
        onSuccess: () => toast({ title: 'Saved', description: 'Visitors see it now.', kind: 'success' }),
        onError: (error) => {
          if (isExpired(error)) return
          const description = errorMessage(error, 'It could not be saved. Please try again.')
          toast({ title: 'Not Saved', description, kind: 'destructive' })
        },
      },
    )
  return (
    <Card aria-labelledby="opening-title">
      <h2 id="opening-title" className="text-xl">
        Opening
      </h2>
      <form
        noValidate
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!change.isPending) save()
        }}
      >
        <Field
          label="Opens at"
          description="The gate counts down to this time and is open from then on. Empty: it stays closed."
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={at}
              onChange={({ target }) => setAt(target.value)}
            />
          )}
        </Field>
        <Checkbox label="Visitors may join the waitlist" checked={isListOn} onChange={setListOn} />
        <Button type="submit" className="justify-self-start" disabled={change.isPending}>
          {change.isPending ? 'Saving...' : 'Save'}
        </Button>
      </form>
    </Card>
  )
}
