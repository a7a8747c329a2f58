import { fireEvent, screen } from '@testing-library/react'

/** Presses the button of that name, which has the focus then, as under a finger or a key. */
export function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
