import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { catchLostFocus } from './focus-return.ts'

afterEach(cleanup)

/** A page whose one button opens `children`; the button may be gone by the time they close. */
function Page({ isAlert = false, staysThere = true }) {
  const [isOpen, setOpen] = useState(false)
  const [isThere, setThere] = useState(true)
  const close = () => {
    if (!staysThere) setThere(false)
    setOpen(false)
  }
  const asking = { open: isOpen, onOpenChange: close, title: 'Sure?', description: 'It is for good.' }
  return (
    <main id="main">
      <h1>Books</h1>
      {isThere ? (
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
      ) : null}
      {isAlert ? <AlertDialog {...asking} confirmLabel="Do it" onConfirm={close} /> : <Dialog {...asking} />}
    </main>
  )
}

/** Two dialogs, the second in place of the first. */
function Steps() {
  const opener = useRef<Element | null>(null)
  const [step, setStep] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Ask
      </button>
      <Dialog
        key={step}
        open={step > 0}
        onOpenChange={() => setStep(0)}
        title={`Step ${step}`}
        opener={opener}
      >
        <button type="button" onClick={() => setStep(2)}>
          On
        </button>
      </Dialog>
    </>
  )
}

async function openAndClose(close: 'Cancel' | 'Close') {
  const opener = screen.getByRole('button', { name: 'Ask' })
  opener.focus()
  fireEvent.click(opener)
  fireEvent.click(await screen.findByRole('button', { name: close }))
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
}

describe('the focus after a dialog', () => {
  it.each(['Close', 'Cancel'] as const)('returns to where it was after %s', async (close) => {
    render(<Page isAlert={close === 'Cancel'} />)
    await openAndClose(close)
    expect(document.activeElement?.textContent).toBe('Ask')
  })

  it.each(['Close', 'Cancel'] as const)(
    'moves to the heading when its element is gone, after %s',
    async (close) => {
      render(<Page isAlert={close === 'Cancel'} staysThere={false} />)
      await openAndClose(close)
      expect(document.activeElement?.tagName).toBe('H1')
    },
  )

  it('returns to its place before the first of several dialogs', async () => {
    render(<Steps />)
    const button = screen.getByRole('button', { name: 'Ask' })
    button.focus()
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('button', { name: 'On' }))
    const second = await screen.findByRole('dialog', { name: 'Step 2' })
    await waitFor(() => expect(second.contains(document.activeElement)).toBe(true))
    // What the first one does when it is gone comes later.
    await new Promise((resolve) => void setTimeout(resolve))
    expect(second.contains(document.activeElement)).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})

it('keeps the focus in an open dialog when its element disappears', () => {
  document.body.innerHTML =
    '<main id="main"><h1>Behind</h1></main><div role="dialog" data-state="open" tabindex="-1">In front</div>'
  catchLostFocus()
  expect(document.activeElement?.textContent).toBe('In front')
  document.body.innerHTML = '<main id="main"><h1>Behind</h1></main>'
  catchLostFocus()
  expect(document.activeElement?.textContent).toBe('Behind')
  document.body.replaceChildren()
})
