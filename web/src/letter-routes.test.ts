import { expect, it } from 'vitest'
import { letterPaths } from '#paths.ts'
import { letterRoutes } from './letter-routes.tsx'

it('opens every page that links in emails lead to without the code of the gate [GATE-1]', () => {
  expect(letterRoutes.map(({ options }) => 'path' in options && options.path)).toEqual(letterPaths)
})
