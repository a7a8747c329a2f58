import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePartDrag } from './use-part-drag.ts'

afterEach(cleanup)

const itemHeight = 40

function List({ onMove }: { onMove: (from: number, to: number) => void }) {
  const list = useRef<HTMLUListElement>(null)
  const { handleOf } = usePartDrag(list, onMove)
  return (
    <ul ref={list}>
      {['First', 'Second', 'Third'].map((name, index) => (
        <li key={name}>
          <button type="button" {...handleOf(index)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}

function renderList() {
  const onMove = vi.fn<(from: number, to: number) => void>()
  render(<List onMove={onMove} />)
  for (const [index, item] of screen.getAllByRole('listitem').entries())
    item.getBoundingClientRect = () => new DOMRect(0, index * itemHeight, 100, itemHeight)
  const handle = screen.getByRole('button', { name: 'First' })
  handle.setPointerCapture = () => {}
  fireEvent.pointerDown(handle, { button: 0, clientY: itemHeight / 2 })
  return { handle, onMove }
}

it('drops where the pointer is released, before the last move is rendered', () => {
  const { handle, onMove } = renderList()
  fireEvent.pointerMove(handle, { clientY: 1.6 * itemHeight })
  act(() => {
    fireEvent.pointerMove(handle, { clientY: 2.6 * itemHeight })
    fireEvent.pointerUp(handle, { clientY: 2.6 * itemHeight })
  })
  expect(onMove.mock.calls).toEqual([[0, 2]])
})

it('moves nothing when the pointer is released on the item', () => {
  const { handle, onMove } = renderList()
  fireEvent.pointerUp(handle, { clientY: 0.9 * itemHeight })
  expect(onMove).not.toHaveBeenCalled()
})
