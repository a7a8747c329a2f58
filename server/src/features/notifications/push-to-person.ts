import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '#db/database.ts'
import type { Services } from '#services.ts'
import type { PushMessage } from './push-notices.ts'
import { pushSubscriptions } from './schema.ts'

/** Sends a message about a person's account to all their subscribed browsers, whatever notices they chose. */
export async function pushToPerson(
  tx: Transaction,
  jobs: Services['jobs'],
  { personId, message }: { personId: string; message: PushMessage },
): Promise<void> {
  const browsers = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.personId, personId), isNull(pushSubscriptions.goneAt)))
  for (const { id: subscriptionId } of browsers)
    await jobs.enqueue(tx, 'push', { subscriptionId, kind: 'account', message })
}
