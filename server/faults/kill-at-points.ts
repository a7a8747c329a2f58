import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { progressReporter } from '#testing/test-report.ts'
import { openSite, type Site } from './site-process.ts'

/** Something a person wants done, of which there must be one effect however often the server dies on the way. */
export type Scenario = {
  name: string
  /** Which pieces of work it consists of, by how `points.ts` calls them. */
  isPartOf: (work: string) => boolean
  /** Makes ready what that turn needs and is no part of it. */
  prepare?(turn: number): Promise<void>
  /** Does it for the `turn`-th time, as a browser that does not give up. */
  run(turn: number): Promise<void>
  /** Waits until everything that follows from it is done. */
  settle(): Promise<void>
  /** A sentence for everything that came of that turn but one effect. */
  amiss(turn: number): Promise<string[]>
}

export type PointedSite = Site & {
  /** Ends its process at a point; null at none. Resolves when it knows. */
  killAt(point: string | null): Promise<void>
  /** The points that were reached since this was asked last. */
  reached(): string[]
}

const points = fileURLToPath(new URL('points.ts', import.meta.url))
const maxMs = 120_000
const maxAttempts = 5

/** A site as `openSite` gives one, which can be ended at a point of its work. */
export async function openPointedSite(folder: string, env: Record<string, string>): Promise<PointedSite> {
  let reached: string[] = []
  let onTold: (() => void) | null = null
  const onMessage = (message: unknown) => {
    if (message === null || typeof message !== 'object') return
    if ('reached' in message) reached.push(String(message.reached))
    else onTold?.()
  }
  const site = await openSite(folder, env, { args: ['--import', points], onMessage })
  return {
    ...site,
    async killAt(point) {
      const told = new Promise<void>((resolve) => (onTold = resolve))
      site.tell({ killAt: point })
      await told
    },
    reached() {
      const since = [...new Set(reached)]
      reached = []
      return since
    },
  }
}

/** How often something is done depends on how many events come together: its last times may be missing on another day. */
const isRepetition = (point: string) => / \(\d+\)$/.test(point)

/**
 * How an errand fared: the points it has, where it was killed, the repetitions that were chosen and missing whenever it
 * ran again, and a sentence for everything that went wrong.
 */
export type KillReport = { points: string[]; killedAt: string[]; missed: string[]; amiss: string[] }

/** Runs an errand to find its points, and then once for each that `choose` leaves of them, killing the site there. */
export async function killAtEveryPoint(
  site: PointedSite,
  errand: Scenario,
  choose: (points: string[]) => string[],
): Promise<KillReport> {
  await site.killAt(null)
  await errand.prepare?.(0)
  site.reached()
  await errand.run(0)
  await errand.settle()
  const found = site.reached().filter((point) => errand.isPartOf(point.split(' > ')[0]!))
  const amiss = await errand.amiss(0)
  const chosen = choose(found)
  const killedAt: string[] = []
  const missed: string[] = []
  const tell = progressReporter()
  let turn = 0
  for (const [index, point] of chosen.entries()) {
    tell(`${errand.name}: killed at ${index} of ${chosen.length} points`)
    let isHit = false
    for (let attempt = 0; attempt < maxAttempts && !isHit; attempt += 1) {
      turn += 1
      isHit = await runKilledAt(site, errand, { point, turn })
      for (const sentence of await errand.amiss(turn)) amiss.push(`${point}: ${sentence}`)
    }
    if (isHit) killedAt.push(point)
    else if (isRepetition(point)) missed.push(point)
    else amiss.push(`${point}: was never reached`)
  }
  return { points: found, killedAt, missed, amiss }
}

/**
 * Runs an errand for the `turn`-th time with the site killed at a point of it, until all is done. Answers whether it was
 * reached: which events come first, and so what is left for the last of them, is not the same every time.
 */
async function runKilledAt(
  site: PointedSite,
  errand: Scenario,
  { point, turn }: { point: string; turn: number },
): Promise<boolean> {
  await site.killAt(null)
  await errand.prepare?.(turn)
  await site.killAt(point)
  const running = errand.run(turn)
  const isGone = site.gone().then(() => true)
  // What fails on the way fails because the site is gone, or shall be seen below.
  const isDone = running
    .then(() => errand.settle())
    .then(() => false)
    .catch(() => pause(maxMs, false, { ref: false }))
  const isHit = await Promise.race([isGone, isDone])
  if (isHit) await site.start()
  await running
  await errand.settle()
  return isHit
}
