import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { localDraftsOf } from '#drafting/clear-local-work.ts'
import { unsentCommentsKey } from '#drafting/saved-texts.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { SuspendedScreen } from './suspended-screen.tsx'

const keep = (draftId: string, version: number, content: string) =>
  localStorage.setItem(
    localDraftsOf('creator') + draftId,
    JSON.stringify({ draftId, version, typed: { title: '', content, mediaAlt: '', opensAt: null }, at: 1 }),
  )

let stop: () => Promise<void> = async () => undefined
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  await stop()
})

async function press(name: string) {
  const question = await screen.findByRole('alertdialog')
  fireEvent.click(within(question).getByText(name))
  return question.textContent
}

describe('a suspended person who signs out', () => {
  it('is asked before drafts are lost that the server no longer accepts [DESK-1, SYS-2]', async () => {
    keep('typed', 1, 'Typed before the whistle')
    keep('nothing', 0, '')
    localStorage.setItem(`${unsentCommentsKey('creator')}first`, '{}')
    const asked: string[] = []
    stop = await servePage(({ method, url }, response) => {
      asked.push(`${method} ${url}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { client } = openPage(SuspendedScreen)
    client.setQueryData<Session>(sessionQuery.queryKey, { state: 'blocked' })
    fireEvent.click(await screen.findByText('Logout'))
    expect(await press('Sign out')).toContain(
      'One comment has not been sent yet. It will be lost when you sign out.',
    )
    await screen.findByText(/One draft could not be saved. It will be lost when you sign out./)
    expect(asked.filter((one) => one.includes('logout') || one.startsWith('PUT'))).toEqual([])
    expect(Object.keys(localStorage)).toContain(`${localDraftsOf('creator')}typed`)
    await press('Sign out')
    await waitFor(() => expect(left).toHaveBeenCalled())
    expect(Object.keys(localStorage)).toEqual([])
  })
})
