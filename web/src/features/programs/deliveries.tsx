import { useInfiniteQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '@touchline/contract/webhooks.ts'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { localTime } from '#ui/dates.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { deliveryList, useReplay } from './requests.ts'
import { useShowFailure } from './use-show-failure.ts'

export const Deliveries = ({ webhookId }: { webhookId: string }) => (
  <Disclosure label="Deliveries">
    <DeliveryList webhookId={webhookId} />
  </Disclosure>
)

function DeliveryList({ webhookId }: { webhookId: string }) {
  const query = useInfiniteQuery(deliveryList(webhookId))
  if (query.isError && !query.data)
    return <NotLoaded onRetry={query.refetch}>The deliveries could not be loaded.</NotLoaded>
  if (!query.data) return <Skeleton className="h-24" />
  const deliveries = query.data.pages.flatMap((page) => page.deliveries)
  if (deliveries.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <MoreButton query={query}>Load More Deliveries</MoreButton>
    </>
  )
}

const states: Record<WebhookDelivery['state'], { text: string; look: BadgeLook }> = {
  delivered: { text: 'Delivered', look: 'turf' },
  waiting: { text: 'Waiting', look: 'line' },
  failed: { text: 'Failed', look: 'caution' },
}

const sayWillBeSent = () =>
  toast({ title: 'Will Be Sent', description: 'Within a minute, with the same id.', kind: 'success' })

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const { id, type, state, happenedAt, attempts, nextAttemptAt, responseStatus, problem } = delivery
  const replay = useReplay()
  const onError = useShowFailure()
  const { text, look } = states[state]
  const facts = [
    localTime(happenedAt),
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    problem ?? (responseStatus && `The response was ${responseStatus}.`),
    nextAttemptAt && attempts > 0 && `next attempt ${localTime(nextAttemptAt)}`,
  ]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {type} <Badge look={look}>{text}</Badge>
        </p>
        <p className="mt-1 wrap-anywhere text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {type === 'test' ? null : (
        <Button
          kind="outline"
          aria-label={`Send ${type} again`}
          disabled={replay.isPending}
          onClick={() => replay.mutate(id, { onSuccess: sayWillBeSent, onError })}
        >
          Send Again
        </Button>
      )}
    </li>
  )
}
