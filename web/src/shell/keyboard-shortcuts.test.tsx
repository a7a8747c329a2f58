import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { switchShortcuts } from '#ui/shortcuts.ts'
import { KeyboardShortcuts } from './keyboard-shortcuts.tsx'

const liked = vi.fn<(id: string) => void>()

const Feed = () => (
  <main>
    {['a', 'b'].map((id) => (
      <article key={id} id={`post-${id}`} tabIndex={-1} aria-label={id}>
        <button type="button" aria-label="Like (1)" onClick={() => liked(id)} />
        <button type="button" aria-label="Comments (0)" aria-expanded="true" />
        <textarea aria-label="Add a comment" />
      </article>
    ))}
    <input type="search" aria-label="Search" />
    <KeyboardShortcuts />
  </main>
)

async function openFeed() {
  Element.prototype.scrollIntoView = () => {}
  openPage(Feed)
  await screen.findByRole('searchbox')
}

const press = (key: string, at: Element = document.activeElement ?? document.body, more = {}) =>
  fireEvent.keyDown(at, { key, ...more })

afterEach(() => {
  cleanup()
  localStorage.clear()
  liked.mockReset()
})

describe('keyboard shortcuts', () => {
  it('move between posts, like, comment and search [KEY-1]', async () => {
    await openFeed()
    const [first, second] = screen.getAllByRole('article')
    first!.focus()
    press('j')
    expect(document.activeElement).toBe(second)
    press('l')
    expect(liked.mock.calls).toEqual([['b']])
    press('k')
    expect(document.activeElement).toBe(first)
    press('c')
    expect(document.activeElement).toBe(first!.querySelector('textarea'))
    first!.focus()
    press('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    press('?', document.body)
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    press('l', document.body)
    expect(liked).toHaveBeenCalledTimes(1)
  })

  it('leave text fields, browser keys and people who switched them off alone [KEY-1]', async () => {
    await openFeed()
    const first = screen.getAllByRole('article')[0]
    first?.focus()
    for (const field of screen.getAllByRole('textbox')) expect(press('l', field)).toBe(true)
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      expect(press('l', first, { [modifier]: true })).toBe(true)
    expect(liked).not.toHaveBeenCalled()
    switchShortcuts(false)
    expect(press('l', first)).toBe(true)
    expect(liked).not.toHaveBeenCalled()
    switchShortcuts(true)
    press('l', first)
    expect(liked).toHaveBeenCalledTimes(1)
  })
})
