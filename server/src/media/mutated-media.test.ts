import { expect, it } from 'vitest'
import { hasFfmpeg } from '#testing/clips.ts'
import { workOnMutatedMedia } from '#testing/mutated-media.ts'

it('processes or rejects sixty of sixty damaged files [T-UP-09]', async () => {
  const films = hasFfmpeg ? 20 : 0
  const searchPath = process.env['PATH'] ?? ''
  const { made, refused, crashes, surprises, left } = await workOnMutatedMedia({
    pictures: 60 - films,
    films,
    seed: 7,
    searchPath,
  })
  expect({ crashes, surprises, left }).toEqual({ crashes: [], surprises: [], left: [] })
  expect(made + refused).toBe(60)
  expect([made > 0, refused > 0]).toEqual([true, true])
})
