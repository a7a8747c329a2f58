import { expect, it } from 'vitest'
import { emailLinkPaths } from '#paths.ts'
import { emailLinkPages } from './routes.tsx'

it('lists every email link page among those that skip the gate [GATE-1]', () => {
  expect(emailLinkPages.map(({ path }) => path)).toEqual(emailLinkPaths)
})
