import { afterAll, beforeAll } from 'vitest'
import type { Club } from './club.ts'

/** What holds with a browser alone has to hold when events race it, too: for `describe.each`. */
export const eventTimes = [
  { meanwhile: 'no event arrives', arrive: false },
  { meanwhile: 'events arrive', arrive: true },
] as const

/** Lets events arrive, or none, while the tests of this block run; none does after it. */
export function setEventDelivery(clubOf: () => Club, arrive: boolean): void {
  const webhooks = () => clubOf().services.payments.sandbox!.control.webhooks
  beforeAll(() => (arrive ? webhooks().resume() : webhooks().pause()))
  afterAll(async () => {
    if (arrive) await allEventsHandled(clubOf())
    webhooks().pause()
  })
}

/** Resolves when every event that was on its way has arrived, and what followed from it is done or was tried twice. */
export async function allEventsHandled({ services: { jobs, payments } }: Club): Promise<void> {
  do await payments.sandbox!.control.webhooks.drained()
  while (await jobs.settled())
  await jobs.settled({ again: true })
}
