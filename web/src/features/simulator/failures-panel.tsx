import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CardFailureForm } from './card-failure-form.tsx'
import { PaymentFailureForm } from './payment-failure-form.tsx'
import { ProviderFailureForm } from './provider-failure-form.tsx'
import { choicesQuery, useCauseFailure } from './requests.ts'
import type { CauseFailure } from './cause-failure.ts'

type Props = { endedRunId: string | null; areWebhooksStopped: boolean }

export function FailuresPanel({ endedRunId, areWebhooksStopped }: Props) {
  const { data: choices } = useQuery(choicesQuery(endedRunId))
  const trouble = useCauseFailure()
  const making: CauseFailure = { make: (wanted) => trouble.mutate(wanted), isBusy: trouble.isPending }
  return (
    <Card aria-labelledby="trouble-title" className="grid gap-6">
      <div>
        <h2 id="trouble-title" className="text-xl">
          Trouble
        </h2>
        <p className="mt-2 text-sm text-muted">
          Choose what goes wrong at the provider, then move the clock.
        </p>
        <output className="mt-3 block min-h-6 text-sm font-semibold">
          {trouble.isError ? (
            <span className="text-dismissal">
              {(trouble.error instanceof ApiError && trouble.error.serverMessage) ||
                'That did not work. Please try again in a moment.'}
            </span>
          ) : (
            trouble.data?.message
          )}
        </output>
      </div>
      {choices ? (
        <>
          <CardFailureForm members={choices.members} making={making} />
          <PaymentFailureForm payments={choices.payments} making={making} />
        </>
      ) : (
        <Skeleton className="h-44" />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
        <p className="text-sm">
          {areWebhooksStopped
            ? 'Webhooks have stopped: the club has to ask the provider what happened.'
            : 'Webhooks arrive as they should.'}
        </p>
        <Button
          kind="outline"
          disabled={making.isBusy}
          onClick={() => making.make({ kind: 'webhooks', areStopped: !areWebhooksStopped })}
        >
          {areWebhooksStopped ? 'Let Webhooks Arrive' : 'Stop Webhooks'}
        </Button>
      </div>
      <ProviderFailureForm making={making} />
    </Card>
  )
}
