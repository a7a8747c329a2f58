import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ExportProgress } from './download-data-page.tsx'

afterEach(cleanup)

const megabyte = 1024 * 1024
const show = (bytes: number, ofBytes: number) => {
  cleanup()
  render(<ExportProgress arrived={{ bytes, ofBytes }} onCancel={() => undefined} />)
  return screen.getByRole('progressbar', { name: 'Export' }).getAttribute('value')
}

it('shows progress and total, and completes only when done [EXP-1]', () => {
  expect(show(25 * megabyte, 50 * megabyte)).toBe('50')
  expect(screen.getByText('25 MB · 50%')).toBeTruthy()
  expect(show(80 * megabyte, 50 * megabyte)).toBe('99')
  // Lists only: their total is unknown.
  expect(show(megabyte / 2, 0)).toBeNull()
  expect(screen.getByText('512 KB')).toBeTruthy()
})
