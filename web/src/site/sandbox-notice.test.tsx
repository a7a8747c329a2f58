import { act, cleanup, screen } from '@testing-library/react'
import { api } from '@touchline/contract/api.ts'
import { clockHeader as promisedHeader } from '@touchline/contract/simulator.ts'
import { afterEach, expect, it } from 'vitest'
import { call, clockHeader } from '#api/call.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { timeAgo } from '#ui/relative-time.ts'
import { SandboxNotice } from './sandbox-notice.tsx'

const daySeconds = 86_400

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

it("shows the club's date while its clock is ahead", async () => {
  let ahead = 0
  stop = await servePage((_request, response) =>
    response.writeHead(200, ahead > 0 ? { [promisedHeader]: String(ahead) } : {}).end('{}'),
  )
  expect(clockHeader).toBe(promisedHeader)
  openPage(() => <SandboxNotice />)
  const notice = await screen.findByRole('complementary', { name: 'Rehearsal' })
  expect(notice.textContent).toBe('Payments are a rehearsal: no real money moves.')

  ahead = 400 * daySeconds
  await act(() => call(api.site.show))
  const there = new Date(Date.now() + ahead * 1000)
  const date = there.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  expect(notice.textContent).toContain(`It is ${date} here.`)
  expect(timeAgo(there.toISOString())).toBe('Just now')
  expect(timeAgo(new Date().toISOString())).toBe('400d ago')

  ahead = 0
  await act(() => call(api.site.show))
  expect(notice.textContent).toBe('Payments are a rehearsal: no real money moves.')
})
