import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '#demo/seeded-random.ts'
import { progressReporter } from '#testing/test-report.ts'
import { cancel, type Fan, finishSignup, newFan, signInWhenReady, signUpAndPay, tip } from './retrying-fan.ts'
import type { Provider } from './provider-process.ts'
import type { Site } from './site-process.ts'

export type CrashStorm = {
  kills: number
  /** How many fans are active at once. */
  together: number
  seed: number
  /** The longest time between two kills. */
  livesMs: number
}

/** What a fan did and must find afterwards. `tipIds` come from the site's responses. */
export type Journey = { fan: Fan; subscriptionId: string; tipIds: string[]; hasCanceled: boolean }

/**
 * Lets fans sign up, pay, tip and cancel while the site is killed and restarted at random. Every started
 * journey is finished. Every fourth fan closes the tab after paying and signs in later. Returns all journeys.
 */
export async function stormOfCrashes(site: Site, provider: Provider, storm: CrashStorm): Promise<Journey[]> {
  const moments = seededRandom(storm.seed, 'moments')
  const lives: Journey[] = []
  const state = { isOver: false }
  const hands = Array.from({ length: storm.together }, async (_, hand) => {
    const choices = seededRandom(storm.seed, `hand ${hand}`)
    for (let number = 0; !state.isOver; number += 1) {
      const choice = { leavesTab: number % 4 === 3, tips: choices.whole(0, 3), cancels: choices.chance(0.3) }
      lives.push(await liveOn(newFan(site), provider, choice))
    }
  })
  const living = Promise.all(hands)
  // Errors are rethrown once no new journey starts.
  living.catch(() => (state.isOver = true))
  const tell = progressReporter()
  for (let kill = 0; kill < storm.kills && !state.isOver; kill += 1) {
    tell(`${kill} of ${storm.kills} kills`)
    await pause(moments.between(0, storm.livesMs))
    await site.kill()
    await site.start()
  }
  state.isOver = true
  await living
  return lives
}

type Choice = { leavesTab: boolean; tips: number; cancels: boolean }

async function liveOn(fan: Fan, provider: Provider, { leavesTab, tips, cancels }: Choice): Promise<Journey> {
  const subscriptionId = await signUpAndPay(fan, provider)
  if (leavesTab) await signInWhenReady(fan)
  else await finishSignup(fan, subscriptionId)
  const tipIds: string[] = []
  for (let number = 0; number < tips; number += 1) tipIds.push(await tip(fan, `${fan.email}-${number}`))
  if (cancels) await cancel(fan)
  return { fan, subscriptionId, tipIds, hasCanceled: cancels }
}
