import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { progressReporter } from '#testing/test-report.ts'
import { openSite, type Site } from './site-process.ts'

/** An act that must have exactly one effect, however often the server is killed. */
export type Scenario = {
  name: string
  /** Which units of work belong to it, by their names in `points.ts`. */
  isPartOf: (work: string) => boolean
  /** Prepares a turn; not part of the scenario itself. */
  prepare?(turn: number): Promise<void>
  /** Performs the scenario for the `turn`-th time, retrying like a patient browser. */
  run(turn: number): Promise<void>
  /** Waits until all follow-up work is done. */
  settle(): Promise<void>
  /** A sentence for every deviation from exactly one effect in that turn. */
  problems(turn: number): Promise<string[]>
}

export type PointedSite = Site & {
  /** Kills the site's process at a point, or never for null. Resolves when the process knows. */
  killAt(point: string | null): Promise<void>
  reached(): string[]
}

const points = fileURLToPath(new URL('points.ts', import.meta.url))
const maxMs = 120_000
const maxAttempts = 5

/** A site like `openSite`'s that can be killed at a point of its work. */
export async function openPointedSite(folder: string, env: Record<string, string>): Promise<PointedSite> {
  let reached: string[] = []
  let onAcknowledged: (() => void) | null = null
  const onMessage = (message: unknown) => {
    if (message === null || typeof message !== 'object') return
    if ('reached' in message) reached.push(String(message.reached))
    else onAcknowledged?.()
  }
  const site = await openSite(folder, env, { args: ['--import', points], onMessage })
  return {
    ...site,
    async killAt(point) {
      const acknowledged = new Promise<void>((resolve) => (onAcknowledged = resolve))
      site.tell({ killAt: point })
      await acknowledged
    },
    reached() {
      const since = [...new Set(reached)]
      reached = []
      return since
    },
  }
}

/** The number of repetitions depends on how many events arrive together, so the last ones may not recur. */
const isRepetition = (point: string) => / \(\d+\)$/.test(point)

/**
 * The result of a scenario: its points, where it was killed, the chosen repetitions that never recurred, and
 * a sentence for every problem.
 */
export type KillReport = { points: string[]; killedAt: string[]; missed: string[]; problems: string[] }

/** Runs a scenario once to find its points, then once per chosen point, killing the site there. */
export async function killAtEveryPoint(
  site: PointedSite,
  scenario: Scenario,
  choose: (points: string[]) => string[],
): Promise<KillReport> {
  await site.killAt(null)
  await scenario.prepare?.(0)
  site.reached()
  await scenario.run(0)
  await scenario.settle()
  const found = site.reached().filter((point) => scenario.isPartOf(point.split(' > ')[0]!))
  const problems = await scenario.problems(0)
  const chosen = choose(found)
  const killedAt: string[] = []
  const missed: string[] = []
  const tell = progressReporter()
  let turn = 0
  for (const [index, point] of chosen.entries()) {
    tell(`${scenario.name}: killed at ${index} of ${chosen.length} points`)
    let isHit = false
    for (let attempt = 0; attempt < maxAttempts && !isHit; attempt += 1) {
      turn += 1
      isHit = await runKilledAt(site, scenario, { point, turn })
      for (const sentence of await scenario.problems(turn)) problems.push(`${point}: ${sentence}`)
    }
    if (isHit) killedAt.push(point)
    else if (isRepetition(point)) missed.push(point)
    else problems.push(`${point}: was never reached`)
  }
  return { points: found, killedAt, missed, problems }
}

/**
 * Runs a scenario with the site killed at a point. Returns whether the point was reached: the order of
 * events, and so the last one's work, varies.
 */
async function runKilledAt(
  site: PointedSite,
  scenario: Scenario,
  { point, turn }: { point: string; turn: number },
): Promise<boolean> {
  await site.killAt(null)
  await scenario.prepare?.(turn)
  await site.killAt(point)
  const running = scenario.run(turn)
  const isGone = site.gone().then(() => true)
  const isDone = running
    .then(() => scenario.settle())
    .then(() => false)
    .catch(() => pause(maxMs, false, { ref: false }))
  const isHit = await Promise.race([isGone, isDone])
  if (isHit) await site.start()
  await running
  await scenario.settle()
  return isHit
}
