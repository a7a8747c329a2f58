import type { Block } from '@touchline/contract/formatted-text.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { PostText } from './post-text.tsx'

/** Reports the size of an element at once, as browsers do after layout. */
class LaidOut {
  readonly report: () => void
  constructor(report: () => void) {
    this.report = report
  }
  observe() {
    this.report()
  }
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', LaidOut)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const layOut = (contentHeight: number) => {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(contentHeight)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(288)
}
const more = () => screen.queryByRole('button', { name: /^Read more: / })

describe('the text of a post', () => {
  it('is cut in the feed when it is long, until it is opened [FEED-3]', () => {
    layOut(900)
    render(<PostText post={createPost({ title: null, content: 'A long story.' })} isWhole={false} />)
    const text = screen.getByText('A long story.')
    expect(text.className).toContain('line-clamp-12')
    fireEvent.click(more()!)
    expect(text.className).not.toContain('line-clamp')
    expect(more()).toBeNull()
  })

  it('opens when a link below the cut gets the focus [FEED-3]', () => {
    layOut(900)
    render(
      <PostText
        post={createPost({ title: null, content: 'See https://example.org/rules' })}
        isWhole={false}
      />,
    )
    fireEvent.focus(screen.getByRole('link'))
    expect(more()).toBeNull()
  })

  it('is complete on the page of the post, and when it is short [FEED-3]', () => {
    layOut(900)
    render(<PostText post={createPost({ title: null, content: 'A long story.' })} isWhole />)
    expect(more()).toBeNull()
    cleanup()
    layOut(288)
    render(<PostText post={createPost({ title: null, content: 'Short.' })} isWhole={false} />)
    expect(more()).toBeNull()
  })

  it('is cut the same way when it is formatted [FEED-3]', () => {
    layOut(900)
    const blocks: Block[] = [{ kind: 'heading', level: 1, runs: [{ text: 'A long story' }] }]
    render(<PostText post={createPost({ title: null, content: 'A long story', blocks })} isWhole={false} />)
    const text = screen.getByRole('heading', { name: 'A long story' }).parentElement!
    expect(text.className).toContain('max-h-72')
    fireEvent.click(more()!)
    expect(text.className).not.toContain('max-h-72')
  })
})
