import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { User } from '@touchline/contract/people.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Session, sessionQuery, useViewer } from '#session/viewer.ts'
import { createComment } from '#testing/create-comment.ts'
import { createUser } from '#testing/create-user.ts'
import { pageTurns } from '#testing/fake-timers.ts'
import { currentToast } from '#ui/toast-store.ts'
import { type Answers, reopenDraft } from './comment-draft.ts'
import { CommentForm } from './comment-form.tsx'

const viewer = createUser()

const sessionOf = (person: User): Session => ({ state: 'signedIn', viewer: person })

type FormProps = { answers?: Answers }

function Form(props: FormProps) {
  return <CommentForm postId="post" label="Add a comment" {...props} />
}

/** Pages unmount their content when the session ends. */
function Page(props: FormProps) {
  return useViewer() ? <Form {...props} /> : null
}

/** The form of a page that was just opened by a signed-in member. */
function openForm(person = viewer, props: FormProps = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sessionQuery.queryKey, sessionOf(person))
  render(
    <QueryClientProvider client={client}>
      <Page {...props} />
    </QueryClientProvider>,
  )
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: props.answers ? 'Reply' : 'Post' })
  return { client, box, button }
}

const pick = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`@ ?${name}`) }))

const answers = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body, { status })),
  )

const sentComment = () => vi.mocked(fetch).mock.calls.find(([, request]) => request?.method === 'POST')

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('the comment form', () => {
  it('sends no blank comment [CMT-1]', () => {
    const { box, button } = openForm()
    fireEvent.change(box, { target: { value: ' \n ' } })
    expect(button.disabled).toBe(true)
    fireEvent.change(box, { target: { value: ' Well played ' } })
    expect(button.disabled).toBe(false)
  })

  it('clears once the server has the comment, also on the next page [CMT-2]', async () => {
    answers(201, createComment({ content: 'Play on' }))
    const { box, button } = openForm()
    fireEvent.change(box, { target: { value: 'Play on' } })
    fireEvent.click(button)
    await waitFor(() => expect(box.value).toBe(''))
    cleanup()
    expect(openForm().box.value).toBe('')
  })

  it('keeps text that was added while the comment was being sent [CMT-2]', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => promise)
    const { client, box, button } = openForm()
    fireEvent.change(box, { target: { value: 'Play on' } })
    fireEvent.click(button)
    cleanup()
    const later = openForm()
    fireEvent.change(later.box, { target: { value: 'Play on, and on' } })
    resolve(Response.json({ id: 'comment', postId: 'post', replyToId: null }, { status: 201 }))
    await waitFor(() => expect(client.isMutating()).toBe(0))
    await pageTurns()
    expect(later.box.value).toBe('Play on, and on')
  })

  it('keeps the text when the server fails [CMT-2]', async () => {
    answers(500, { message: 'Something went wrong.', code: 'internal' })
    const { box, button } = openForm()
    fireEvent.change(box, { target: { value: 'Never a penalty' } })
    fireEvent.click(button)
    await waitFor(() => expect(currentToast()?.description).toBe('Failed to post comment. Please try again.'))
    expect(box.value).toBe('Never a penalty')
  })

  it('reuses the id when the same text is posted again [CMT-2]', async () => {
    answers(500, { message: 'Something went wrong.', code: 'internal' })
    reopenDraft({
      clientId: 'b0a7b8a0-0000-4000-8000-000000000001',
      personId: 'member',
      postId: 'post',
      replyToId: null,
      threadId: null,
      content: 'Sent from the tunnel',
      writtenAt: 1,
      problem: null,
    })
    const { button } = openForm()
    fireEvent.click(button)
    await waitFor(() => expect(vi.mocked(fetch)).toHaveBeenCalled())
    const [, request] = vi.mocked(fetch).mock.calls[0] ?? []
    expect(await new Response(request?.body).json()).toMatchObject({
      content: 'Sent from the tunnel',
      clientId: 'b0a7b8a0-0000-4000-8000-000000000001',
    })
  })

  it('keeps the caret behind a picked name and mentions no one whose name became longer [CMT-7]', async () => {
    const people = [
      { id: 'sam', name: 'Sam' },
      { id: 'kim', name: 'Kim' },
    ]
    answers(200, people)
    const { box, button } = openForm(viewer, { answers: { replyToId: 'thread', threadId: 'thread' } })
    const type = (value: string, caret = value.length) =>
      fireEvent.change(box, { target: { value, selectionStart: caret, selectionEnd: caret } })
    type('Well @Sa played', 8)
    await pick('Sam')
    expect([box.value, box.selectionStart]).toEqual(['Well @Sam  played', 10])
    type('Well @Samuel played @K')
    await pick('Kim')
    fireEvent.click(button)
    await waitFor(() => expect(sentComment()).toBeDefined())
    expect(await new Response(sentComment()?.[1]?.body).json()).toMatchObject({
      content: 'Well @Samuel played @Kim',
      mentions: [people[1]],
    })
  })

  it('suggests people who have joined the thread since [CMT-7]', async () => {
    answers(200, [{ id: 'sam', name: 'Sam' }])
    const { client, box } = openForm(viewer, { answers: { replyToId: 'thread', threadId: 'thread' } })
    client.setQueryData(['thread-people', 'thread'], [])
    fireEvent.change(box, { target: { value: '@S' } })
    expect(await screen.findByRole('button', { name: /Sam/ })).toBeTruthy()
  })

  it('keeps the text through the end of a session and a new sign-in [CMT-2, SYS-9]', async () => {
    answers(401, { message: 'Unauthorized', code: 'unauthorized' })
    const { client, box, button } = openForm()
    fireEvent.change(box, { target: { value: 'Ninety-third minute' } })
    fireEvent.click(button)
    await waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)).toEqual({ state: 'signedOut' }))
    cleanup()
    expect(openForm().box.value).toBe('Ninety-third minute')
    cleanup()
    expect(openForm({ ...viewer, id: 'another-person' }).box.value).toBe('')
  })
})
