import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { localTime } from './dates.ts'
import { RelativeTime } from './relative-time-text.tsx'

afterEach(cleanup)

it('shows the full date on hover [SYS-12]', () => {
  const at = '2026-11-04T12:00:00.000Z'
  render(<RelativeTime at={at} words={() => '3h ago'} />)
  const time = screen.getByText('3h ago')
  expect([time.getAttribute('datetime'), time.title]).toEqual([at, ''])
  fireEvent.pointerEnter(time)
  expect(time.title).toBe(localTime(at))
})
