import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import type { OpenedDialog } from '#ui/dialog-button.tsx'
import { ContactSupportDialog, ContactUsDialog } from './contact-us-dialog.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await stop()
})

function Opened({ Dialog }: { Dialog: (props: OpenedDialog) => ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Again
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} />
    </>
  )
}

async function open(Dialog: (props: OpenedDialog) => ReactNode, status: number, body: string) {
  const received: unknown[] = []
  stop = await servePage((request, response) => {
    received.push(JSON.parse(request.body))
    response.writeHead(status).end(body)
  })
  openPage(() => <Opened Dialog={Dialog} />)
  await screen.findByRole('dialog')
  return received
}

const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Message' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const typed = { Name: 'Nadia', Email: 'nadia@club.example', Message: 'Was it offside?' }

function fill() {
  for (const [label, value] of Object.entries(typed)) {
    expect(send().disabled).toBe(true)
    fireEvent.change(field(label), { target: { value } })
  }
}

describe('the contact dialog', () => {
  it('sends the message, thanks, clears and closes [LAND-8, LAND-9]', async () => {
    const received = await open(ContactUsDialog, 202, '{"message":"Thank you."}')
    expect(screen.getByText(/support@touchline\.example/)).toBeTruthy()
    fill()
    fireEvent.click(send())
    await waitFor(() =>
      expect(toastText()).toBe("Message SentThank you for contacting us! We'll get back to you soon."),
    )
    expect(received).toEqual([{ name: 'Nadia', email: 'nadia@club.example', message: 'Was it offside?' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByText('Again'))
    await screen.findByRole('dialog')
    expect(field('Message').value).toBe('')
  })

  it('keeps the message when the server refuses it, and shows why [LAND-8]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await open(ContactUsDialog, 429, '{"message":"Too many messages. Please wait a minute."}')
    fill()
    fireEvent.click(send())
    await waitFor(() => expect(toastText()).toBe('ErrorToo many messages. Please wait a minute.'))
    expect(field('Message').value).toBe('Was it offside?')
  })

  it('shows a field error of the server until the field is edited [LAND-8]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const fields = { email: 'Email is invalid' }
    await open(ContactUsDialog, 400, JSON.stringify({ message: 'Email is invalid', fields }))
    fill()
    fireEvent.click(send())
    const words = await screen.findByRole('alert')
    expect([words.textContent, field('Email').getAttribute('aria-describedby')]).toEqual([
      'Email is invalid',
      words.id,
    ])
    fireEvent.change(field('Email'), { target: { value: 'nadia@club.example.org' } })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('closes with Cancel and sends nothing [LAND-8]', async () => {
    const received = await open(ContactUsDialog, 202, '{}')
    fill()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(received).toEqual([])
  })

  it('repeats the message in the toast on the login page [LOGIN-5]', async () => {
    await open(ContactSupportDialog, 202, '{"message":"Thank you."}')
    fill()
    fireEvent.click(send())
    await waitFor(() => expect(toastText()).toContain('Message Sent!'))
    for (const value of Object.values(typed)) expect(toastText()).toContain(value)
  })
})
