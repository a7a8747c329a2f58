import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let stop: () => void
beforeEach(() => {
  document.body.innerHTML = `
    <main id="main"><h1>Posts</h1>
      <section aria-label="Comments"><ul><li id="first"><button>Delete</button></li><li>Other</li></ul></section>
      <article><input aria-label="Comment"><button id="post">Post</button></article>
    </main>`
  stop = keepFocus()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const find = (selector: string) => document.querySelector<HTMLElement>(selector)!

describe('a lost focus', () => {
  it('moves to the list when its item is removed [SYS-17]', async () => {
    find('#first button').focus()
    find('#first').remove()
    await expect.poll(() => document.activeElement).toBe(find('ul'))
    find('input').focus()
    expect(find('ul').hasAttribute('tabindex')).toBe(false)
  })

  it('moves to the heading when the page around it is gone [SYS-17]', async () => {
    find('#first button').focus()
    find('section').remove()
    await expect.poll(() => document.activeElement).toBe(find('h1'))
  })

  it('waits for the heading of a page that is still rendering [SYS-17]', async () => {
    find('#post').focus()
    const main = find('#main')
    main.remove()
    await new Promise((resolve) => setTimeout(resolve, 100))
    document.body.append(main)
    main.innerHTML = '<h1>Payment</h1>'
    await expect.poll(() => document.activeElement?.textContent).toBe('Payment')
  })

  it('returns to a button that was disabled for a while [SYS-17]', async () => {
    const post = find('#post')
    post.focus()
    // Browsers do this by themselves.
    post.blur()
    post.setAttribute('disabled', '')
    await expect.poll(() => document.activeElement).toBe(find('article'))
    post.removeAttribute('disabled')
    await expect.poll(() => document.activeElement).toBe(post)
  })

  it('returns to a button that was disabled briefly [SYS-17]', async () => {
    const post = find('#post')
    post.focus()
    post.blur()
    post.setAttribute('disabled', '')
    await Promise.resolve()
    post.removeAttribute('disabled')
    await expect.poll(() => document.activeElement).toBe(post)
  })

  it('leaves a closing dialog the whole time to move it, also just after a key press [SYS-17]', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      find('#post').focus()
      find('#first button').focus()
      vi.advanceTimersByTime(49)
      find('#first button').blur()
      find('#first').remove()
      vi.advanceTimersByTime(49)
      expect(document.activeElement).toBe(document.body)
      vi.advanceTimersByTime(1)
      expect(document.activeElement).toBe(find('ul'))
    } finally {
      vi.useRealTimers()
    }
  })

  it('is noticed when it was set before tracking began [SYS-17]', async () => {
    stop()
    find('#post').focus()
    stop = keepFocus()
    find('#post').remove()
    await expect.poll(() => document.activeElement).toBe(find('article'))
  })

  it('stays where the user moved it [SYS-17]', async () => {
    find('input').focus()
    find('input').blur()
    find('#first').remove()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(document.activeElement).toBe(document.body)
  })
})
