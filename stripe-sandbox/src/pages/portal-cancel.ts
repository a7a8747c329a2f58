import type { Params } from '#api/form.ts'
import { text } from '#api/params.ts'
import type { Kinds } from '#engine/wire.ts'
import { escaped } from '#pages/html.ts'
import { layout } from '#pages/layout.ts'
import { planOf, runningOf } from '#pages/portal-home.ts'
import { backLink, dayOf, leave, taskOf, tokenField, type Visit } from '#pages/portal-visit.ts'
import { updateSubscription } from '#resources/subscriptions.ts'
import { periodEndOf } from '#resources/subscription-status.ts'

type Subscription = Kinds['subscription']

/** The running subscription of a page: the flow's own, or the named one of this customer. */
export function targetSubscription(visit: Visit, named: string): Subscription | undefined {
  const id = visit.session.flow?.subscription_cancel?.subscription ?? named
  return runningOf(visit).find((subscription) => subscription.id === id)
}

export function cancelPage(visit: Visit, subscription: Subscription): string {
  const home =
    taskOf(visit) === null ? `<p class="back"><a href="../${visit.token}">Back to billing</a></p>` : ''
  const body = `<h1>Cancel subscription</h1>
<p><strong>${escaped(planOf(visit, subscription))}</strong><br>
It ends on ${dayOf(subscription.cancel_at ?? periodEndOf(subscription))}. You keep it until then, and it does not renew.</p>
<form method="post">
${tokenField(visit)}
<input type="hidden" name="subscription" value="${subscription.id}">
<button class="main">Cancel subscription</button>
</form>
${home}${backLink(visit)}`
  return layout('Cancel subscription', body, '../../')
}

/** Cancels at the period's end by date, without the flag, as the real portal does. */
export function cancelAtEnd(visit: Visit, subscription: Subscription): Response {
  const { world } = visit
  world.store.atomically(() => {
    const now = world.store.find('subscription', subscription.id)
    if (!now || now.ended_at !== null || now.cancel_at !== null) return
    updateSubscription(world, now, { cancel_at: String(periodEndOf(now)) })
  })
  return leave(visit, 'cancel')
}

/** Resumes a canceled subscription; without a cancellation nothing changes. */
export function resumeSubscription(visit: Visit, form: Params): Response {
  const { world } = visit
  world.store.atomically(() => {
    const now = targetSubscription(visit, text(form, 'subscription') ?? '')
    if (!now) return
    updateSubscription(
      world,
      now,
      now.cancel_at_period_end ? { cancel_at_period_end: 'false' } : { cancel_at: '' },
    )
  })
  return leave(visit, 'keep')
}
