import type { Audience } from './live.ts'

/** A page older than this reads its lists again in any case. */
const rememberedMs = 60_000

/** When something was last said to everybody and to each person, as far as this process heard it. */
export type Silence = {
  heard(audience: Audience): void
  /** Anything may have been said unheard up to now. */
  interrupt(): void
  /** For how long nothing has been said to this person, a minute at most. */
  msFor(personId: string): number
}

export function openSilence(now: () => number = () => performance.now()): Silence {
  let toAll = now()
  /** The person spoken to last comes last. */
  const toPerson = new Map<string, number>()
  const forgetOld = (at: number) => {
    for (const [personId, last] of toPerson) {
      if (at - last < rememberedMs) return
      toPerson.delete(personId)
    }
  }
  return {
    heard(audience) {
      const at = now()
      if (audience === 'members') {
        toAll = at
        return
      }
      forgetOld(at)
      toPerson.delete(audience.person)
      toPerson.set(audience.person, at)
    },
    interrupt() {
      toAll = now()
    },
    msFor(personId) {
      const last = Math.max(toAll, toPerson.get(personId) ?? 0)
      return Math.min(rememberedMs, Math.floor(now() - last))
    },
  }
}
