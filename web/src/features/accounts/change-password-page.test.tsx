import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { ChangePasswordPage } from './change-password-page.tsx'

afterEach(cleanup)

const cases = [
  [{ 'New password': 'short' }, 'Please fill in all fields.'],
  [{ 'Current password': 'offside again', 'New password': 'short' }, 'Please fill in all fields.'],
  [
    { 'Current password': 'offside again', 'New password': 'short', 'Confirm new password': 'other' },
    'New password must be at least 6 characters long.',
  ],
  [
    { 'Current password': 'offside', 'New password': 'onside', 'Confirm new password': 'onsite' },
    'New passwords do not match.',
  ],
  [
    { 'Current password': 'offside', 'New password': 'offside', 'Confirm new password': 'onside' },
    'New password must be different from current password.',
  ],
] as const

it.each(cases)('says of %o first: %s [PWD-1]', async (typed, words) => {
  openPage(ChangePasswordPage)
  await screen.findByLabelText('Current password')
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Change Password' }))
  await waitFor(() => expect(toastText()).toBe(`Error${words}`))
})
