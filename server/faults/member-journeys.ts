import { eq } from 'drizzle-orm'
import { people } from '#features/people/schema.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Journey } from './crash-storm.ts'
import type { Provider } from './provider-process.ts'
import type { Site } from './site-process.ts'

/** A sentence for everything a member lost or paid twice; empty when all is well. */
export async function findProblems(site: Site, { stripe }: Provider, lives: Journey[]): Promise<string[]> {
  const problems: string[] = []
  const rows = await site.inside((db) =>
    db
      .select({ person: people, membership: memberships })
      .from(people)
      .leftJoin(memberships, eq(memberships.personId, people.id)),
  )
  const allTips = await site.inside((db) => db.select().from(tips))
  for (const { fan, subscriptionId, tipIds, hasCanceled } of lives) {
    const mine = rows.filter(({ person }) => person.email === fan.email)
    const [row] = mine
    const customer = row?.person.stripeCustomerId
    if (mine.length !== 1 || !customer) {
      problems.push(`${fan.email} paid and has ${mine.length} accounts and memberships`)
      continue
    }
    const { data: charges } = await stripe.charges.list({ customer, limit: 100 })
    const paid = charges.filter(({ status, refunded }) => status === 'succeeded' && !refunded)
    const expected = [1299, ...tipIds.map(() => 500)].toSorted((a, b) => a - b)
    const taken = paid.map(({ amount }) => amount).toSorted((a, b) => a - b)
    if (taken.join() !== expected.join())
      problems.push(`${fan.email} should have paid ${expected.join(', ')} cents and paid ${taken.join(', ')}`)
    const { data: live } = await stripe.subscriptions.list({ customer, limit: 100 })
    if (live.length !== 1 || row.membership?.status !== 'active')
      problems.push(`${fan.email} has ${live.length} subscriptions, and here ${row.membership?.status}`)
    if (live[0] && Boolean(live[0].cancel_at ?? live[0].cancel_at_period_end) !== hasCanceled)
      problems.push(`${fan.email} canceled: ${hasCanceled}, but ${live[0].id} says otherwise`)
    if (live[0]?.id !== subscriptionId) problems.push(`${fan.email} paid for another subscription`)
    const sent = allTips.filter(({ fromPersonId }) => fromPersonId === row.person.id)
    if (
      sent
        .map(({ id }) => id)
        .toSorted()
        .join() !== tipIds.toSorted().join()
    )
      problems.push(`${fan.email} sent ${tipIds.length} tips, and there are ${sent.length}`)
  }
  return problems
}
