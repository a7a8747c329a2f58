import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cleanup } from '@testing-library/react'
import { EmptyFeed } from './empty-feed.tsx'

afterEach(cleanup)

const nothing = () => undefined

const renderFeed = (props: ComponentProps<typeof EmptyFeed>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EmptyFeed {...props} />
    </QueryClientProvider>,
  )

describe('the empty feed', () => {
  it('addresses creator, admins and members; only creators upload [FEED-1]', () => {
    const words = (['creator', 'admin', 'subscriber'] as const).map((role) => {
      renderFeed({ viewerRole: role, query: {}, onClear: nothing })
      expect(screen.queryByRole('button', { name: 'Upload Content' }) !== null).toBe(role === 'creator')
      const heading = screen.getByRole('heading').textContent
      cleanup()
      return heading
    })
    expect(new Set(words).size).toBe(3)
  })

  it('offers to clear a search without results [FEED-1, FEED-2]', () => {
    const clear = vi.fn<() => void>()
    renderFeed({ viewerRole: 'creator', query: { search: 'offside' }, onClear: clear })
    expect(screen.getByRole('heading').textContent).toBe('No posts found')
    fireEvent.click(screen.getByRole('button', { name: 'Clear Search' }))
    expect(clear).toHaveBeenCalledOnce()
  })
})
