import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CardTrouble } from './card-trouble.tsx'
import { PaymentTrouble } from './payment-trouble.tsx'
import { ProviderTrouble } from './provider-trouble.tsx'
import { choicesQuery, useTrouble } from './requests.ts'
import type { MakeTrouble } from './make-trouble.ts'

type Props = { endedRunId: string | null; areWebhooksStopped: boolean }

/** Everything that can be made to go wrong at the provider. */
export function TroublePanel({ endedRunId, areWebhooksStopped }: Props) {
  const { data: choices } = useQuery(choicesQuery(endedRunId))
  const trouble = useTrouble()
  const making: MakeTrouble = { make: (wanted) => trouble.mutate(wanted), isBusy: trouble.isPending }
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
          <CardTrouble members={choices.members} making={making} />
          <PaymentTrouble payments={choices.payments} making={making} />
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
      <ProviderTrouble making={making} />
    </Card>
  )
}
