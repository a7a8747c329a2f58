import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { User } from '@touchline/contract/people.ts'
import { afterEach, expect, it } from 'vitest'
import { paths } from '#paths.ts'
import { createUser } from '#testing/create-user.ts'
import { hrefOf, paramsOf } from './address.ts'
import { browserHistory, memoryHistory, type RouterHistory } from './history.ts'
import { lazyPage } from './lazy-page.tsx'
import { Link } from './link.tsx'
import { notFound, Outlet, RouterProvider, useParams } from './router-provider.tsx'
import { createRouter, type PageRoute } from './router.ts'
import { formatSearch, parseSearch } from './search.ts'

afterEach(cleanup)

const search = [{}, { page: 2, liked: true }, { search: '2' }, { search: 'true' }, { search: '"a&b" ü+' }]

it.each(search)('reads back the search parameters it writes: %o', (one) => {
  expect(parseSearch(formatSearch(one))).toEqual(one)
})

it('leaves broken and large values of a search as text', () => {
  expect(parseSearch('?a={"b"&c=12345678901234567890&d=null&e=01')).toEqual({
    a: '{"b"',
    c: '12345678901234567890',
    d: 'null',
    e: '01',
  })
})

it('reads back the names in a path that it writes', () => {
  const postId = 'a/b %ü?#'
  const href = hrefOf({ to: paths.post, params: { postId }, hash: 'top' })
  const { pathname, hash } = new URL(href, 'http://site')
  expect([paramsOf(paths.post, pathname), hash]).toEqual([{ postId }, '#top'])
  expect(paramsOf(paths.post, '/Post/%E0%A4%A/')).toEqual({ postId: '%E0%A4%A' })
  expect(paramsOf(paths.post, '/post/one/two')).toBeNull()
})

const Post = () => <h1>Post {useParams(paths.post).postId}</h1>
const Frame = () => (
  <section>
    <Link to={paths.post} params={{ postId: 'two' }}>
      Second
    </Link>
    <Outlet />
  </section>
)
const Gone = () => {
  throw notFound()
}
const Broken = () => {
  throw new Error('broken')
}
const area = { id: 'frame', component: Frame }

const pages: PageRoute[] = [
  { path: paths.post, component: Post, areas: [area] },
  {
    path: paths.content,
    component: lazyPage(async () => ({ Content: () => <h1>Feed</h1> }), 'Content'),
    areas: [],
  },
  { path: paths.saved, component: Gone, areas: [area] },
  { path: paths.inbox, component: Broken, areas: [area] },
  {
    path: paths.admin,
    component: () => <h1>Admin</h1>,
    areas: [],
    guard: (viewer) => (viewer?.role === 'admin' ? undefined : paths.content),
  },
]

const later: PageRoute[] = [{ path: paths.health, component: () => <h1>Health</h1>, areas: [] }]

async function open(history: RouterHistory, viewer: User | null = null, laterPages = async () => later) {
  const crashes: unknown[] = []
  const router = createRouter({
    pages,
    laterPages,
    history,
    viewer: () => viewer,
    root: Outlet,
    notFound: () => <h1>Not Found</h1>,
    pending: () => <h1>Wait</h1>,
    crash: () => <h1>Crashed</h1>,
    onCrash: (error) => crashes.push(error),
  })
  await router.load()
  render(<RouterProvider router={router} />)
  return { router, crashes }
}

const entries = () => window.history.length
const title = () => screen.getByRole('heading').textContent

it('shows a page in its areas, and the next one in the same', async () => {
  await open(memoryHistory('/post/one'))
  const frame = document.querySelector('section')
  expect(title()).toBe('Post one')
  const link = screen.getByRole('link')
  expect(link.getAttribute('aria-current')).toBeNull()
  await act(async () => fireEvent.click(link))
  expect(title()).toBe('Post two')
  expect(document.querySelector('section')).toBe(frame)
  expect(link.getAttribute('aria-current')).toBe('page')
})

it('redirects by role before it shows anything', async () => {
  const { router } = await open(memoryHistory('/admin'))
  expect([title(), router.latest().pathname]).toEqual(['Feed', '/content'])
  cleanup()
  await open(memoryHistory('/admin'), createUser({ role: 'admin' }))
  expect(title()).toBe('Admin')
})

it('shows Page Not Found without the areas, and a crash within them', async () => {
  const { router, crashes } = await open(memoryHistory('/nowhere'))
  expect(title()).toBe('Not Found')
  await act(() => router.navigate({ to: paths.saved }))
  expect([title(), document.querySelector('section')]).toEqual(['Not Found', null])
  await act(() => router.navigate({ to: paths.inbox }))
  expect([title(), document.querySelector('section') === null]).toEqual(['Crashed', false])
  expect(crashes).toHaveLength(1)
  await act(() => router.navigate({ to: paths.content }))
  expect(title()).toBe('Feed')
})

it('shows the latest of several pages asked for at once', async () => {
  const { router } = await open(memoryHistory('/content'))
  await act(() =>
    Promise.all(
      ['one', 'two', 'three'].map((postId) => router.navigate({ to: paths.post, params: { postId } })),
    ),
  )
  expect(title()).toBe('Post three')
})

it('loads further pages on demand, and crashes where they cannot be loaded', async () => {
  const { router } = await open(memoryHistory('/content'))
  await act(() => router.navigate({ to: paths.health }))
  expect(title()).toBe('Health')
  cleanup()
  const failure = new Error('The routes are broken')
  const { crashes } = await open(memoryHistory('/admin/health'), null, () => Promise.reject(failure))
  expect([title(), crashes]).toEqual(['Crashed', [failure]])
})

it('starts at an address that begins with two slashes', async () => {
  window.history.replaceState(null, '', `${window.location.origin}//content`)
  expect(browserHistory.href()).toBe('/content')
  expect(browserHistory.key()).not.toBe('')
})

it('leaves clicks that open a tab to the browser', async () => {
  await open(memoryHistory('/post/one'))
  const link = screen.getByRole('link')
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true)
  expect(fireEvent.click(link, { button: 1 })).toBe(true)
  expect(title()).toBe('Post one')
  await act(async () => expect(fireEvent.click(link)).toBe(false))
})

it('adds an entry for each page, except where it replaces one', async () => {
  window.history.replaceState(null, '', '/content')
  const { router } = await open(browserHistory)
  const before = entries()
  await act(() => router.navigate({ to: paths.post, params: { postId: 'one' } }))
  expect([entries(), window.location.pathname]).toEqual([before + 1, '/post/one'])
  await act(() => router.navigate({ to: paths.post, params: { postId: 'one' } }))
  await act(() => router.navigate({ to: paths.content, search: { page: 2 }, replace: true }))
  expect([entries(), window.location.search]).toEqual([before + 1, '?page=2'])
})
