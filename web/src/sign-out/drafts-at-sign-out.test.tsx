import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { localDraftsOf } from '#drafting/clear-local-work.ts'
import { SignOutButton } from './sign-out-button.tsx'
import { useSignOut } from './sign-out.ts'
import { type Session, sessionQuery } from '#session/viewer.ts'

const viewer = createUser({ id: 'creator', role: 'creator', isMainInfluencer: true })
const session: Session = { state: 'signedIn', viewer }

const typed = (content: string) => ({ title: '', content, mediaAlt: '', opensAt: null })
const keep = (draftId: string, version: number, content: string) =>
  localStorage.setItem(
    localDraftsOf(viewer.id) + draftId,
    JSON.stringify({ draftId, version, typed: typed(content), at: 1 }),
  )

let stop: () => Promise<void> = async () => undefined
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  await stop()
})

describe('signing out', () => {
  it('saves typed drafts first and leaves none in the browser [DESK-1]', async () => {
    keep('fresh', 0, 'Typed just now')
    keep('changed', 1, 'Typed here')
    keep('nothing', 0, '')
    sessionStorage.setItem(`draft:${viewer.id}:upload-content`, 'Half a post')
    localStorage.setItem('theme', 'dark')
    const saved = new Map<string, string>()
    const asked: string[] = []
    stop = await servePage(({ method, url, body }, response) => {
      const id = url?.split('/').at(-1) ?? ''
      asked.push(`${method} ${url}`)
      const answer = (status: number, reply: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      if (method === 'PUT' && id === 'changed') return void answer(409, { message: 'Changed' })
      if (method === 'GET') return void answer(200, typed('Typed there'))
      if (method === 'PUT') saved.set(id, JSON.parse(body).content)
      return void answer(200, {})
    })
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    client.setQueryData(sessionQuery.queryKey, session)
    const { result } = renderHook(() => useSignOut(), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    })
    act(() => result.current.mutate())
    await waitFor(() => expect(left).toHaveBeenCalled())
    expect(saved.get('fresh')).toBe('Typed just now')
    // Beside what the other place wrote.
    expect([...saved.values()].toSorted()).toEqual(['Typed here', 'Typed just now'])
    expect(asked.at(-1)).toContain('logout')
    expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['theme'], []])
  })

  it('asks before it loses drafts that the server refused [DESK-1]', async () => {
    keep('refused', 0, 'One draft too many')
    keep('changed', 1, 'Typed here')
    const copies: string[] = []
    const asked: string[] = []
    stop = await servePage(({ method, url, body }, response) => {
      const id = url?.split('/').at(-1) ?? ''
      asked.push(`${method} ${url}`)
      const answer = (status: number, reply: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      if (method === 'GET') return void answer(200, typed('Typed there'))
      if (method !== 'PUT') return void answer(200, {})
      const { content } = JSON.parse(body)
      if (content !== 'Typed here' || id === 'changed') return void answer(409, { message: 'No' })
      copies.push(id)
      return void answer(200, {})
    })
    const left = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    client.setQueryData(sessionQuery.queryKey, session)
    render(
      <QueryClientProvider client={client}>
        <SignOutButton>Leave</SignOutButton>
      </QueryClientProvider>,
    )
    fireEvent.click(screen.getByText('Leave'))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('One draft could not be saved. It will be lost when you sign out.')
    expect(asked.filter((one) => one.includes('logout'))).toEqual([])
    expect(Object.keys(localStorage)).toEqual([`${localDraftsOf(viewer.id)}refused`])
    fireEvent.click(within(question).getByText('Sign out'))
    await waitFor(() => expect(left).toHaveBeenCalled())
    expect(asked.filter((one) => one.includes('logout'))).toHaveLength(1)
    expect(Object.keys(localStorage)).toEqual([])
    // What the first try saved beside what the other place wrote is not saved once more.
    expect(copies).toHaveLength(1)
  })
})
