import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@touchline/contract/people.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { PrivacySection } from './privacy-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const offers: [Role, name: string, toggles: number][] = [
  ['creator', 'Profile and Blocked Users', 2],
  ['admin', 'Blocked Users', 0],
]

it.each(offers)(
  'links the %s to blocked users under %s, with %i toggles [SET-5]',
  async (role, name, toggles) => {
    const settings = { privateProfile: false, contentAnalytics: true, sharing: 'title' }
    stop = await servePage(({ url }, response) =>
      response.end(JSON.stringify(url === '/api/auth/user' ? createUser({ role }) : settings)),
    )
    openPage(PrivacySection)
    const section = await screen.findByRole('region', { name })
    expect(within(section).getByRole('link').getAttribute('href')).toBe('/block-users')
    await waitFor(() => expect(within(section).queryAllByRole('checkbox')).toHaveLength(toggles))
  },
)
