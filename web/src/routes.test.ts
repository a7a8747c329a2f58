import { expect, it } from 'vitest'
import { emailLinkPaths } from '#paths.ts'
import { emailLinkPages } from './routes.tsx'

it('opens every page that links in emails lead to without the code of the gate [GATE-1]', () => {
  expect(emailLinkPages.map(({ options }) => 'path' in options && options.path)).toEqual(emailLinkPaths)
})
