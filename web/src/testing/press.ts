import { fireEvent, screen } from '@testing-library/react'

/** Focuses and clicks the button with this name. */
export function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
