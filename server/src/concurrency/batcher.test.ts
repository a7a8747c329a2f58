import { DatabaseError } from 'pg'
import { describe, expect, it } from 'vitest'
import { batcher } from './batcher.ts'

/** Work that tells which lists it was given and waits to be let go on before the first. */
function working(refuses: (list: number[]) => Error | null = () => null) {
  const lists: number[][] = []
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const add = batcher(async (list: number[]) => {
    lists.push(list)
    if (lists.length === 1) await mayGoOn
    const refusal = refuses(list)
    if (refusal) throw refusal
    return list.map((item) => item * 2)
  })
  return { lists, goOn, add }
}
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

describe('a batcher', () => {
  it('runs the first item at once and batches up to a hundred later ones [R-10]', async () => {
    const { lists, goOn, add } = working()
    const first = add(1)
    expect(lists).toEqual([[1]])
    const others = numbers(2, 150).map(add)
    goOn()
    expect([await first, ...(await Promise.all(others))]).toEqual(numbers(1, 151).map((item) => item * 2))
    expect(lists.map(({ length }) => length)).toEqual([1, 100, 50])
    expect(await add(7)).toBe(14)
  })

  it('retries each item alone only when the database rejects the batch [R-10]', async () => {
    const refused = new Error('The statement failed.', { cause: new DatabaseError('too long', 8, 'error') })
    const { lists, goOn, add } = working((list) => (list.includes(3) ? refused : null))
    const all = numbers(1, 4).map(add)
    goOn()
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(lists).toEqual([[1], [2, 3, 4], [2], [3], [4]])

    const away = working(() => new Error('No response.'))
    const failing = numbers(1, 4).map(away.add)
    away.goOn()
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(away.lists).toEqual([[1], [2, 3, 4]])
  })
})
