import { lazy, Suspense, useEffect, useState } from 'react'
import { paths } from '#paths.ts'
import { useNavigate } from '#router/router-provider.tsx'
import { areShortcutsOn, isShortcut, type Shortcut } from '#ui/shortcuts.ts'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

const textFields =
  'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"], [role="slider"]'
const openOverlays = '[role="dialog"], [role="alertdialog"], dialog[open], [popover]:popover-open'

/** Returns whether a text field, an open dialog, the player or the browser uses the key. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return true
  if (event.ctrlKey || event.metaKey || event.altKey) return true
  if (event.target instanceof Element && event.target.closest(textFields)) return true
  return document.querySelector(openOverlays) !== null
}

const postsHere = () => [...document.querySelectorAll<HTMLElement>('article[id^="post-"]')]

/** The post with the focus, or the first one that is on screen. */
const currentPost = (posts: HTMLElement[]) =>
  posts.find((post) => post.contains(document.activeElement)) ??
  posts.find((post) => post.getBoundingClientRect().bottom > window.innerHeight / 4)

function goTo(step: 1 | -1) {
  const posts = postsHere()
  const focused = posts.findIndex((post) => post.contains(document.activeElement))
  const visible = posts.findIndex((post) => post.getBoundingClientRect().bottom > window.innerHeight / 4)
  const post = posts[focused === -1 ? visible : focused + step]
  post?.focus({ preventScroll: true })
  post?.scrollIntoView({ block: 'start' })
}

const buttonIn = (post: HTMLElement | undefined, label: string) =>
  post?.querySelector<HTMLButtonElement>(`button[aria-label^="${label} ("]`)

const maxWaitMs = 5000

/** Opens the comments of a post and focuses the field once it is there. */
function comment(post: HTMLElement | undefined) {
  const opener = buttonIn(post, 'Comments')
  if (!post || !opener) return
  if (opener.getAttribute('aria-expanded') === 'false') opener.click()
  const focus = () => {
    const field = post.querySelector<HTMLTextAreaElement>('textarea[aria-label="Add a comment"]')
    field?.focus()
    return field !== null
  }
  if (focus()) return
  const focused = document.activeElement
  const observer = new MutationObserver(() => {
    // The person may have moved on.
    if (document.activeElement !== focused || focus()) observer.disconnect()
  })
  observer.observe(post, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), maxWaitMs)
}

const searchField = () => document.querySelector<HTMLInputElement>('main input[type="search"]')

/** Single-key shortcuts of the posts. They can be switched off in the settings (WCAG 2.1.4). */
export function KeyboardShortcuts() {
  const navigate = useNavigate()
  const [isListed, setListed] = useState(false)
  useEffect(() => {
    const acts: Record<Shortcut, () => void> = {
      j: () => goTo(1),
      k: () => goTo(-1),
      l: () => buttonIn(currentPost(postsHere()), 'Like')?.click(),
      c: () => comment(currentPost(postsHere())),
      '/': () => {
        const field = searchField()
        if (field) field.focus()
        else void navigate({ to: paths.content })
      },
      '?': () => setListed(true),
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event.key) || isTaken(event) || !areShortcutsOn()) return
      event.preventDefault()
      acts[event.key]()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [navigate])
  return isListed ? (
    <Suspense fallback={null}>
      <ShortcutsDialog onClose={() => setListed(false)} />
    </Suspense>
  ) : null
}
