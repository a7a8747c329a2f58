import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useFollowingFocus } from './use-following-focus.ts'

afterEach(cleanup)

/** Two buttons that replace each other; another change may do so as well. */
function Switch() {
  const [isOn, setOn] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  const follow = useFollowingFocus(isOn, () => place.current)
  const press = () => {
    follow()
    setOn(!isOn)
  }
  return (
    <>
      <input aria-label="Elsewhere" onChange={() => setOn(!isOn)} />
      {isOn ? (
        <div>
          <button ref={place} type="button" onClick={press}>
            Off
          </button>
        </div>
      ) : (
        <button ref={place} type="button" onClick={press}>
          On
        </button>
      )}
    </>
  )
}

const focused = () => document.activeElement?.textContent

it('follows a press to the element that replaces the button', () => {
  render(<Switch />)
  screen.getByText('On').focus()
  fireEvent.click(screen.getByText('On'))
  expect(focused()).toBe('Off')
  fireEvent.click(screen.getByText('Off'))
  expect(focused()).toBe('On')
})

it('stays when another change replaced the button or the focus moved', () => {
  render(<Switch />)
  const elsewhere = screen.getByLabelText('Elsewhere')
  fireEvent.change(elsewhere, { target: { value: 'x' } })
  expect(document.activeElement).toBe(document.body)
  elsewhere.focus()
  fireEvent.click(screen.getByText('Off'))
  expect(document.activeElement).toBe(elsewhere)
})
