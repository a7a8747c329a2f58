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

const everybodys = ['/change-password', '/download-data']
const offers: [Role, ways: string[], toggles: number][] = [
  ['subscriber', everybodys, 0],
  ['creator', [...everybodys, '/block-users'], 2],
  ['admin', [...everybodys, '/block-users'], 0],
]

it.each(offers)(
  'leads the %s under Privacy & Security to %s, with %i toggles [SET-5]',
  async (role, ways, toggles) => {
    const settings = { privateProfile: false, contentAnalytics: true, sharing: 'title' }
    stop = await servePage(({ url }, response) =>
      response.end(JSON.stringify(url === '/api/auth/user' ? createUser({ role }) : settings)),
    )
    openPage(PrivacySection)
    const section = await screen.findByRole('region', { name: 'Privacy & Security' })
    const links = within(section).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual(ways)
    await waitFor(() => expect(within(section).queryAllByRole('checkbox')).toHaveLength(toggles))
  },
)
