import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { StaffLooksSection } from './staff-looks-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const look = (index: number) => ({
  id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  at: '2026-06-20T12:00:00.000Z',
  action: 'person_viewed',
  by: { firstName: 'Ada', role: 'admin' },
})

it('shows three staff actions, and the rest on request [ADM-4]', async () => {
  const looks = Array.from({ length: 20 }, (_, index) => look(index))
  stop = await servePage((_request, response) => response.end(JSON.stringify({ looks, hasMore: true })))
  openPage(StaffLooksSection)
  const section = within(await screen.findByRole('region', { name: 'Who Looked at Your Account' }))
  const more = await section.findByRole('button', { name: 'Show 20' })
  expect(section.getAllByRole('listitem')).toHaveLength(3)
  expect(section.queryByRole('button', { name: 'Load More' })).toBeNull()
  fireEvent.click(more)
  expect(section.getAllByRole('listitem')).toHaveLength(20)
  expect(section.getByRole('button', { name: 'Load More' })).toBeTruthy()
  fireEvent.click(section.getByRole('button', { name: 'Show 3' }))
  expect(section.getAllByRole('listitem')).toHaveLength(3)
})
