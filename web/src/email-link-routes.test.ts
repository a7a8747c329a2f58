import { expect, it } from 'vitest'
import { emailLinkPaths } from '#paths.ts'
import { emailLinkRoutes } from './email-link-routes.tsx'

it('opens every page that links in emails lead to without the code of the gate [GATE-1]', () => {
  expect(emailLinkRoutes.map(({ options }) => 'path' in options && options.path)).toEqual(emailLinkPaths)
})
