import { fireEvent, screen } from '@testing-library/react'

export function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
