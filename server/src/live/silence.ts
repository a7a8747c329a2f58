import type { Audience } from './live.ts'

/** A page older than this reloads its lists in any case. */
const rememberedMs = 60_000

/** Records when messages were last received for everyone and for each person. */
export type Silence = {
  recordMessage: (audience: Audience) => void
  /** Messages may have been missed up to now. */
  interrupt: () => void
  /** How long no message was published to this person, a minute at most. */
  msFor: (personId: string) => number
}

export function openSilence(now: () => number = () => performance.now()): Silence {
  let toAll = now()
  /** The most recently notified person comes last. */
  const toPerson = new Map<string, number>()
  const deleteOld = (at: number) => {
    for (const [personId, last] of toPerson) {
      if (at - last < rememberedMs) return
      toPerson.delete(personId)
    }
  }
  return {
    recordMessage(audience) {
      const at = now()
      if (audience === 'members') {
        toAll = at
        return
      }
      deleteOld(at)
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
