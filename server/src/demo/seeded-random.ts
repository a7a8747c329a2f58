export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  between(min: number, max: number): number
  whole(min: number, max: number): number
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
}

const step = 0x6d2b79f5

/** Pseudo-random numbers, the same for the same seed and name on every machine (mulberry32). */
export function seededRandom(seed: number, name = ''): Random {
  let state = seed | 0
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const next = () => {
    state = (state + step) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between: (min, max) => min + next() * (max - min),
    whole,
    chance: (share) => next() < share,
    pick(items) {
      const picked = items[whole(0, items.length - 1)]
      if (picked === undefined) throw new Error('there is nothing to pick from')
      return picked
    },
    shuffled(items) {
      const left = [...items]
      return items.flatMap(() => left.splice(whole(0, left.length - 1), 1))
    },
  }
}
