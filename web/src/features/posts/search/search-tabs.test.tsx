import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { CaptionHit, CommentHit } from '@touchline/contract/search.ts'
import { afterEach, expect, it } from 'vitest'
import { useSearch } from '#router/router-provider.tsx'
import { createComment } from '#testing/create-comment.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { lastFeedPlace } from '../feed-place.ts'
import { toFeedSearch } from '../feed-search.ts'
import { SearchTabs } from './search-tabs.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const post = {
  id: 'post',
  title: null,
  excerpt: 'About the corner',
  mediaType: 'video',
  thumbnailUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
} as const

const caption = (number: number): CaptionHit => ({
  id: `film.de.${number}`,
  post,
  partId: 'film',
  language: 'de',
  seconds: 3600 + number,
  text: `Ein <b>Eckball</b> ${number}`,
})

const comment: CommentHit = { ...createComment({ id: 'said', content: 'Kein Eckball' }), post }

const counts = {
  posts: { count: 3, isExact: true },
  captions: { count: 100, isExact: false },
  comments: { count: 1, isExact: true },
}

async function open(at: string, answers: Record<string, unknown>) {
  const asked: string[] = []
  stop = await servePage(({ url = '' }, response) => {
    asked.push(url)
    const found = Object.entries(answers).find(([path]) => url.startsWith(path))
    if (found) response.end(JSON.stringify(found[1]))
    else response.writeHead(503).end('{}')
  })
  openPage(function Page() {
    const { page: _page, tab, ...query } = useSearch(toFeedSearch)
    return <SearchTabs query={query} tab={tab} />
  }, at)
  return asked
}

const hits = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('link')
const tabs = () => within(screen.getByRole('navigation', { name: 'Search results' })).getAllByRole('link')

it('links its tabs with what each finds and the filters, and marks the shown one [SEARCH-1]', async () => {
  const asked = await open('/content?search=eckball&tag=Corner', { '/api/search/counts': counts })
  await screen.findByRole('link', { name: 'Captions 100+' })
  expect(
    tabs().map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')]),
  ).toEqual([
    ['Posts 3', '/content?search=eckball&tag=Corner', 'page'],
    ['Captions 100+', '/content?search=eckball&tag=Corner&tab=captions', null],
    ['Comments 1', '/content?search=eckball&tag=Corner&tab=comments', null],
  ])
  expect(asked).toEqual(['/api/search/counts?search=eckball&tag=Corner'])
  fireEvent.click(tabs()[2]!)
  await expect.poll(() => tabs().map((tab) => tab.getAttribute('aria-current'))).toEqual([null, null, 'page'])
  expect(screen.getByText('The filters apply to posts only.')).toBeTruthy()
  expect(lastFeedPlace()).toEqual({ search: 'eckball', tag: 'Corner', tab: 'comments' })
})

it('lists captions as text with the time, and more of them on request [SEARCH-1, SEARCH-2]', async () => {
  const asked = await open('/content?search=eckba&tab=captions', {
    '/api/search/counts': counts,
    '/api/search/captions?search=eckba&after=film.de.1': { hits: [caption(2)], hasMore: false },
    '/api/search/captions?search=eckba': { hits: [caption(1)], hasMore: true },
  })
  const [link] = await hits('Captions')
  if (!link) throw new Error('There is no hit.')
  expect(link.textContent).toContain('Ein <b>Eckball</b> 1')
  expect(link.getAttribute('href')).toBe('/post/post?t=3601&part=film')
  expect(link.textContent).toContain('About the corner')
  expect(link.textContent).toContain('1:00:01')
  expect(within(link).getByText('Eckba').tagName).toBe('MARK')
  expect(link.querySelector('[lang="de"]')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load More' }))
  await expect.poll(async () => (await hits('Captions')).length).toBe(2)
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
  expect(asked.filter((url) => url.includes('captions?'))).toHaveLength(2)
})

it('lists comments with author and post, or says that there are none [SEARCH-1, SEARCH-3]', async () => {
  await open('/content?search=eckball&tab=comments', {
    '/api/search/counts': counts,
    '/api/search/comments': { hits: [comment], hasMore: false },
  })
  const [link] = await hits('Comments')
  expect(link!.getAttribute('href')).toBe('/post/post#comment-said')
  expect(link!.textContent).toMatch(/Mina.*Kein Eckball.*On About the corner/)
  cleanup()
  await stop()
  await open('/content?search=nothing&tab=comments', {
    '/api/search/comments': { hits: [], hasMore: false },
  })
  await screen.findByRole('heading', { name: 'No comments found' })
  expect(tabs().map((tab) => tab.textContent)).toEqual(['Posts ', 'Captions ', 'Comments '])
})

it('says that a search needs a connection, and tries again [SEARCH-1]', async () => {
  const answers: Record<string, unknown> = {}
  await open('/content?search=eckball&tab=captions', answers)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The captions could not be searched, which needs a connection.')
  answers['/api/search/captions'] = { hits: [caption(1)], hasMore: false }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await hits('Captions')).toHaveLength(1)
})

it('shows the part of a long text around the first match [SEARCH-1]', async () => {
  const content = `${'Lorem ipsum dolor '.repeat(40)}Eckball ${'sit amet '.repeat(40)}`
  await open('/content?search=eckball&tab=comments', {
    '/api/search/comments': { hits: [{ ...comment, content }], hasMore: false },
  })
  const [link] = await hits('Comments')
  expect(link!.textContent).toMatch(/… \S/)
  expect(link!.textContent.indexOf('Eckball')).toBeLessThan(120)
})
