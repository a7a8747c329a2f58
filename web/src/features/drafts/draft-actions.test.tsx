import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '#router/router-provider.tsx'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type Draft, noEarlyAccess } from '@touchline/contract/drafts.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { paths } from '#paths.ts'
import { type Session, sessionQuery, useViewer } from '#session/viewer.ts'
import { servePage } from '#testing/page-server.ts'
import { openRouter, toastText } from '#testing/open-page.tsx'
import { createUser } from '#testing/create-user.ts'
import { Toaster } from '#ui/toaster.tsx'
import { DraftActions } from './draft-actions.tsx'
import { nothingTyped, readCopy, writeCopy } from '#drafting/local-copy.ts'
import { useAutosavedDraft } from './use-autosaved-draft.ts'

const viewer = createUser({ id: 'creator', role: 'creator', isMainInfluencer: true })
const session: Session = { state: 'signedIn', viewer }
const moment = '2026-01-01T00:00:00.000Z'
const draftId = 'd0a7'
const found: Draft = {
  id: draftId,
  version: 1,
  ...nothingTyped,
  mediaType: 'text',
  mediaId: null,
  media: null,
  parts: [],
  attachments: [],
  status: 'ready',
  publishAt: null,
  isMadeWithAi: false,
  commentsOff: false,
  tags: [],
  collectionIds: [],
  edits: null,
  notPublished: null,
  createdAt: moment,
  updatedAt: moment,
}

function Editor({ opened }: { opened: Draft | null }) {
  const copy = readCopy(viewer.id, draftId)
  const { keeper } = useAutosavedDraft({ draftId, found: opened, copy }, opened)
  return (
    <>
      <input aria-label="Title" onChange={(event) => keeper.current?.change({ title: event.target.value })} />
      <DraftActions
        draftId={draftId}
        parts={[]}
        opensAt={opened?.opensAt ?? null}
        isSending={false}
        keeper={keeper}
        isSaved={async () => (await keeper.current?.ensureSaved()) ?? false}
        preview={null}
      />
    </>
  )
}

let stop: () => Promise<void> = async () => undefined

/** A creator's draft page; `answers` has the server's responses by method. */
async function openDraft(opened: Draft | null, answers: Record<string, () => Promise<[number, unknown]>>) {
  const asked: string[] = []
  stop = await servePage((request, response) => {
    const method = request.method ?? ''
    const isCount = request.url?.endsWith('/member-count')
    if (!isCount) asked.push(method)
    const reply = async () => {
      if (isCount) return response.end(JSON.stringify({ members: 1 }))
      const [status, body] = (await answers[method]?.()) ?? [404, { message: 'Not found' }]
      response.writeHead(status, { 'content-type': 'application/json' })
      return response.end(status === 204 ? undefined : JSON.stringify(body))
    }
    void reply()
  })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(sessionQuery.queryKey, session)
  // Pages unmount their content when the session ends.
  const Page = () => (useViewer() ? <Editor opened={opened} /> : <p>Signed out</p>)
  const router = openRouter(`/drafts/${draftId}`, [
    { path: paths.draft, component: Page },
    { path: '*', component: () => <p>Elsewhere</p> },
  ])
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  const title = await screen.findByLabelText('Title')
  const pathname = () => router.latest().pathname
  const leave = () => act(() => router.navigate({ href: '/elsewhere' }))
  return { asked, title, pathname, leave }
}

async function confirmDeleting() {
  fireEvent.click(screen.getByRole('button', { name: 'Delete Draft' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
}

afterEach(async () => {
  cleanup()
  localStorage.clear()
  await stop()
})

describe('the page of a draft', () => {
  it('leads to the sign-in when the session ended while one typed, and keeps the text [DESK-1]', async () => {
    const { title } = await openDraft(found, { PUT: async () => [401, { message: 'Unauthorized' }] })
    fireEvent.change(title, { target: { value: 'Typed too late' } })
    expect(await screen.findByText('Signed out')).toBeTruthy()
    expect(readCopy(viewer.id, draftId)?.typed.title).toBe('Typed too late')
  })

  it('deletes a draft whose save response was lost [DESK-1]', async () => {
    writeCopy(viewer.id, { draftId }, { version: 0, typed: nothingTyped, at: 1 })
    const { asked, pathname } = await openDraft(null, { DELETE: async () => [204, null] })
    await confirmDeleting()
    await waitFor(() => expect(pathname()).toBe(paths.drafts))
    expect([asked, readCopy(viewer.id, draftId)]).toEqual([['DELETE'], null])
  })

  it('treats a missing draft as deleted [DESK-1]', async () => {
    const { asked, pathname } = await openDraft(found, {})
    await confirmDeleting()
    await waitFor(() => expect(pathname()).toBe(paths.drafts))
    expect(asked).toEqual(['DELETE'])
  })

  it('is not published after the day on which it opens to everybody [DESK-3, DESK-5]', async () => {
    const { asked } = await openDraft({ ...found, opensAt: moment }, {})
    fireEvent.click(await screen.findByRole('button', { name: 'Publish to 1 member' }))
    await waitFor(() => expect(toastText()).toContain(noEarlyAccess))
    expect(asked).toEqual([])
  })

  it('leads to the drafts once the draft is saved [DESK-1]', async () => {
    const { title, asked, pathname } = await openDraft(found, {
      PUT: async () => [200, { ...found, version: 2, title: 'Kick-off' }],
    })
    fireEvent.change(title, { target: { value: 'Kick-off' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save Draft' }))
    await waitFor(() => expect(pathname()).toBe(paths.drafts))
    expect([asked, toastText()]).toEqual([['PUT'], 'Draft saved'])
  })

  it('does not navigate someone who left during publishing, but links to the post [DESK-3]', async () => {
    const { promise: published, resolve: publish } = Promise.withResolvers<void>()
    const { asked, pathname, leave } = await openDraft(found, {
      async POST() {
        await published
        return [200, { ...found, likesCount: 0 }]
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Publish to 1 member' }))
    await waitFor(() => expect(asked).toEqual(['POST']))
    await leave()
    publish()
    await waitFor(() => expect(toastText()).toContain('Published'))
    expect(screen.getByRole('link', { name: 'See it' }).getAttribute('href')).toBe(`/post/${draftId}`)
    expect(pathname()).toBe('/elsewhere')
  })
})
