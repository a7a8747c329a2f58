import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { DeletionsPage } from './deletions-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const deletion = (page: string) => ({
  id: page,
  state: 'requested',
  person: { name: `Person of page ${page}`, email: 'person@example.org' },
  message: null,
  requestedAt: '2026-01-01T00:00:00.000Z',
  confirmedAt: null,
  dueAt: null,
  endedAt: null,
})

it('goes back one page for a double click [SET-6]', async () => {
  stop = await servePage(({ url = '' }, response) => {
    const page = new URL(url, 'http://club').searchParams.get('page') ?? '1'
    const deletions = Number(page) < 3 ? [deletion(page)] : []
    response.end(JSON.stringify({ deletions, hasMore: page === '1' }))
  })
  openPage(DeletionsPage)
  await screen.findByText('Person of page 1')
  const older = screen.getByRole('button', { name: 'Older' })
  fireEvent.click(older)
  fireEvent.click(older)
  expect(await screen.findByText('Person of page 2')).toBeTruthy()
})
