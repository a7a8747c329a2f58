import type { FaultKind } from '@touchline/stripe-sandbox/api/random-faults.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#errors.ts'
import { createPerson } from '#features/people/create-person.ts'
import { isOpen } from '#features/tips/tip-rules.ts'
import { sendTip } from '#features/tips/send-tip.ts'
import { settleOpenTips } from '#features/tips/settle-tip.ts'
import { databaseIsAway } from '#db/database-is-away.ts'
import { sandboxSdk } from '#payments/sandbox-sdk.ts'
import type { Services } from '#services.ts'
import type { Club } from '#testing/club.ts'
import { progressReporter } from '#testing/test-report.ts'
import { saveCard } from '#testing/saved-card.ts'

export type TipStorm = {
  tips: number
  members: number
  /** How many members send tips at once. */
  together: number
  /** The share of the provider's responses that fail, from 0 to 1. */
  share: number
  seed: number
  kinds?: readonly FaultKind[]
}

type Sender = { id: string; stripeCustomerId: string }

/** Longer than the resolver leaves a fresh tip alone: here it competes with the senders. */
const aheadMs = 31_000
const providerTimeoutMs = 500

/**
 * Lets members send tips through a randomly failing provider while the resolver and events work on the same
 * tips. Most members retry until done; every fifth closes the tab after the first response. Returns the
 * number of tips by key and the faults drawn.
 */
export async function stormOfTips(club: Omit<Club, 'people'>, storm: TipStorm) {
  const { sandbox } = club.services.payments
  if (!sandbox) throw new Error('the storm is played in the sandbox')
  const senders = await sendersFor(club, storm.members)
  const asking = (maxNetworkRetries: number): Services => {
    const stripe = sandboxSdk(sandbox, { timeoutMs: providerTimeoutMs, maxNetworkRetries })
    return { ...club.services, payments: { ...club.services.payments, stripe } }
  }
  const services = asking(2)
  // Without the SDK's retries every lost response reaches our code, which must reuse the key.
  const bare = asking(0)
  sandbox.control.webhooks.shuffle(true, storm.seed)
  // Late enough that the resolver sometimes comes first.
  sandbox.control.webhooks.delay(1000)
  const met = sandbox.control.failRandomly(storm)
  const resolving = keepResolving(services)
  const perMember = Math.ceil(storm.tips / storm.members)
  const keys: string[] = []
  const left = [...senders]
  const tell = progressReporter()
  const hands = Array.from({ length: storm.together }, async () => {
    for (let sender = left.pop(); sender; sender = left.pop())
      for (let number = 0; number < perMember && keys.length < storm.tips; number += 1) {
        const key = `storm-${keys.length}`
        keys.push(key)
        tell(`${keys.length} of ${storm.tips} tips`)
        await press(keys.length % 2 === 0 ? services : bare, sender, key, keys.length % 5 === 0)
      }
  })
  await Promise.all(hands)
  sandbox.control.failRandomly(null)
  sandbox.control.webhooks.delay(0)
  await resolving.stop()
  await settleOpenTips(ahead(club.services))
  return { keys, met }
}

async function sendersFor(club: Omit<Club, 'people'>, members: number): Promise<Sender[]> {
  const { db, clock } = club.services
  const senders: Sender[] = []
  while (senders.length < members) {
    const email = `storm-${senders.length}@club.example`
    const { id } = await createPerson(db, { email, firstName: 'Gail', createdAt: clock.now() })
    const sender = Object.assign(club.visitor(), { id, email })
    const { customerId } = await saveCard(club, sender, 'visa')
    senders.push({ id, stripeCustomerId: customerId })
  }
  return senders
}

/** 503 responses of an overloaded machine, whose work the jobs retry. */
const isTooBusy = (error: unknown) => error instanceof Error && databaseIsAway(error)

/** A tip: the same key until there is a response, then polled until it is settled or abandoned. */
async function press(services: Services, sender: Sender, key: string, leaves: boolean): Promise<void> {
  for (;;) {
    try {
      const input = { sender, amount: 5, message: key, idempotencyKey: key }
      const { tip } = await sendTip(services, input)
      if (leaves || !isOpen(tip)) return
    } catch (error) {
      const mayTryAgain = error instanceof Refusal && [409, 503].includes(error.status)
      if (!mayTryAgain && !isTooBusy(error)) throw error
    }
    await pause(50)
  }
}

const ahead = (services: Services): Services => ({
  ...services,
  clock: { now: () => new Date(services.clock.now().getTime() + aheadMs) },
})

function keepResolving(services: Services): { stop(): Promise<void> } {
  const state = { isOver: false }
  const work = async () => {
    while (!state.isOver) {
      await settleOpenTips(ahead(services)).catch((error: unknown) => {
        if (!isTooBusy(error)) throw error
      })
      await pause(200)
    }
  }
  const working = work()
  return {
    async stop() {
      state.isOver = true
      await working
    },
  }
}
