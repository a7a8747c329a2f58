import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { advanceMs, stopTimers } from '#testing/fake-timers.ts'
import { SearchField } from './search-field.tsx'

const searched = vi.fn<(text: string) => void>()
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText('Find people'), { target: { value: text } })

beforeEach(() => {
  stopTimers()
  render(<SearchField label="Find people" placeholder="Name" value="" onSearch={searched} />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  searched.mockReset()
})

describe('a search', () => {
  it('searches 500 ms after the last key press [BLK-1, FEED-2]', () => {
    type('Na')
    advanceMs(400)
    type('Nad ')
    advanceMs(499)
    expect(searched.mock.calls).toEqual([])
    advanceMs(1)
    expect(searched.mock.calls).toEqual([['Nad']])
  })

  it('searches once, at once, on Enter', () => {
    type('Nadia')
    fireEvent.submit(screen.getByLabelText('Find people'))
    advanceMs(10_000)
    expect(searched.mock.calls).toEqual([['Nadia']])
  })

  it('keeps newly typed text while an earlier search is applied [FEED-2]', () => {
    cleanup()
    const taken: ((text: string) => void)[] = []
    function Page() {
      const [value, setValue] = useState('')
      taken.push(setValue)
      const takeOver = (text: string) => void setTimeout(() => setValue(text), 300)
      return <SearchField label="Find people" placeholder="Name" value={value} onSearch={takeOver} />
    }
    render(<Page />)
    const box = screen.getByLabelText<HTMLInputElement>('Find people')
    type('red ')
    advanceMs(500)
    expect(box.value).toBe('red ')
    type('red card')
    advanceMs(300)
    expect(box.value).toBe('red card')
    advanceMs(500)
    expect(box.value).toBe('red card')
    act(() => taken.at(-1)?.(''))
    expect(box.value).toBe('')
  })
})
