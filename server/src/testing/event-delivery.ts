import { afterAll, beforeAll } from 'vitest'
import type { Club } from './club.ts'

/** For `describe.each`: behaviour must be the same with and without racing events. */
export const eventTimes = [
  { meanwhile: 'no event arrives', arrive: false },
  { meanwhile: 'events arrive', arrive: true },
] as const

/** Delivers events, or none, during this block's tests. */
export function setEventDelivery(clubOf: () => Club, arrive: boolean): void {
  const webhooks = () => clubOf().services.payments.sandbox!.control.webhooks
  beforeAll(() => (arrive ? webhooks().resume() : webhooks().pause()))
  afterAll(async () => {
    if (arrive) await allEventsHandled(clubOf())
    webhooks().pause()
  })
}

/** Resolves when all events have arrived and their follow-up work is done or was tried twice. */
export async function allEventsHandled({ services: { jobs, payments } }: Club): Promise<void> {
  do await payments.sandbox!.control.webhooks.drained()
  while (await jobs.settled())
  await jobs.settled({ again: true })
}
