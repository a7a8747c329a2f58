import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearSignup, savedSignup } from './signup-data.ts'
import { rememberedEmail } from '#session/sign-in-email.ts'
import { isInSignupFlow, saveSignupDraft, saveSignupFailure, signupFailure } from './signup-flow.ts'
import { openPage, openSite, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { SignupForm } from './signup-form.tsx'

const good = {
  Email: 'Nadia@Club.example',
  'First Name': 'Nadia',
  'Last Name': 'Kern',
  'Phone Number': '+49 (30) 123-456',
  Password: 'extra time',
  'Confirm Password': 'extra time',
}

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(fieldOf(label), { target: { value } })
const proceed = () => fireEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
const errors = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

function fill(form: Partial<typeof good> = {}) {
  for (const [label, value] of Object.entries({ ...good, ...form })) type(label, value)
  fireEvent.click(screen.getByRole('checkbox'))
}

const full = () => {
  throw new DOMException('full', 'QuotaExceededError')
}

let page: ReturnType<typeof openPage>
let refusal: { status: number; body: unknown } | null
let stop: () => Promise<void>

beforeEach(async () => {
  clearSignup()
  refusal = null
  stop = await servePage((_request, response) => {
    if (refusal) response.writeHead(refusal.status).end(JSON.stringify(refusal.body))
    else response.writeHead(204).end()
  })
  page = openPage(SignupForm, '/signup')
  await screen.findByLabelText('Email')
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await stop()
})

const labels = [
  'Email',
  'First Name',
  'Last Name',
  'Phone Number',
  'Password',
  'Confirm Password',
  /I am at least 18 years old/,
]

describe('signing up', () => {
  it('asks for address, names, phone and the password twice, and for agreement [SIGN-2]', () => {
    for (const label of labels) expect(screen.getByLabelText(label).tagName).toBe('INPUT')
  })

  it('omits the phone number if the site does not ask for it [SIGN-2]', async () => {
    cleanup()
    page = openPage(SignupForm, '/signup', {
      ...openSite,
      features: { ...openSite.features, asksPhone: false },
    })
    await screen.findByLabelText('Email')
    expect(screen.queryByLabelText('Phone Number')).toBeNull()
    const { 'Phone Number': _notAsked, ...asked } = good
    for (const [label, value] of Object.entries(asked)) type(label, value)
    fireEvent.click(screen.getByRole('checkbox'))
    proceed()
    await waitFor(() => expect(page.pathname()).toBe('/payment'))
    expect(savedSignup()).toMatchObject({ email: 'nadia@club.example' })
    expect(savedSignup()).not.toHaveProperty('phoneNumber')
  })

  it('shows what is missing at each field [SIGN-3]', async () => {
    proceed()
    await waitFor(() =>
      expect(errors()).toEqual([
        'Email is required',
        'Password is required',
        'Please confirm your password',
        'First name is required',
        'Last name is required',
        'Phone number is required',
        'You must agree to the Terms of Service to continue',
      ]),
    )
    expect(fieldOf('Email').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(fieldOf('Email'))
  })

  it('restores the input after a return from the payment, even after a reload [SIGN-4]', async () => {
    fill()
    proceed()
    await waitFor(() => expect(savedSignup()).not.toBeNull())
    cleanup()
    // A reload leaves nothing in memory.
    saveSignupDraft({})
    openPage(SignupForm, '/signup')
    await screen.findByLabelText('Email')
    const { Email: email, 'Confirm Password': _toBeGivenAgain, ...asTyped } = good
    expect(fieldOf('Email').value).toBe(email.toLowerCase())
    for (const [label, value] of Object.entries(asTyped))
      expect([label, fieldOf(label).value]).toEqual([label, value])
  })

  it.each([
    ['Email', { Email: 'nadia', Password: 'short' }],
    ['Password', { Password: 'short' }],
  ])('puts the focus on the first field that is not right: %s [SIGN-3]', async (label, form) => {
    for (const [each, value] of Object.entries({ ...good, ...form })) type(each, value)
    proceed()
    await waitFor(() => expect(errors()).toContain('You must agree to the Terms of Service to continue'))
    expect(document.activeElement).toBe(fieldOf(label))
  })

  it.each([
    ['Email', 'nadia', 'Email is invalid'],
    ['Phone Number', '12345', 'Valid phone number required'],
    ['Password', 'short', 'Password must be at least 6 characters'],
    ['Confirm Password', 'extra tame', "Passwords don't match"],
  ])('does not take %s %s: %s [SIGN-3]', async (label, value, sentence) => {
    fill({ [label]: value })
    proceed()
    await waitFor(() => expect(errors()).toContain(sentence))
    expect(savedSignup()).toBeNull()
  })

  it('shows a refused password before leaving the page [SIGN-3]', async () => {
    const sentence = 'This password is one of the first anybody would guess. Please choose another.'
    refusal = {
      status: 400,
      body: { message: sentence, code: 'invalid_input', fields: { password: sentence } },
    }
    fill()
    proceed()
    await waitFor(() => expect(errors()).toEqual([sentence]))
    expect(document.activeElement).toBe(fieldOf('Password'))
    expect(fieldOf('Password').getAttribute('aria-invalid')).toBe('true')
    expect([page.pathname(), savedSignup()]).toEqual(['/signup', null])
  })

  it('links to sign-in for a known email address [SIGN-3]', async () => {
    const sentence = 'An account with this email already exists. Please sign in.'
    refusal = { status: 409, body: { message: sentence, code: 'email_taken', fields: { email: sentence } } }
    fill()
    proceed()
    await waitFor(() => expect(errors()).toEqual([sentence]))
    expect(document.activeElement).toBe(fieldOf('Email'))
    expect(screen.getByRole('link', { name: 'sign in' }).getAttribute('href')).toBe('/login')
    refusal = null
    type('Email', 'someone.else@club.example')
    proceed()
    await waitFor(() => expect(page.pathname()).toBe('/payment'))
  })

  it('gives the sign-in form the known email address [SIGN-3, LOGIN-2]', async () => {
    refusal = { status: 409, body: { message: 'An account exists.', code: 'email_taken' } }
    fill()
    proceed()
    fireEvent.click(await screen.findByRole('link', { name: 'sign in' }))
    await waitFor(() => expect(page.pathname()).toBe('/login'))
    expect(rememberedEmail()).toBe(good.Email.toLowerCase())
  })

  it('continues to the payment page when the server cannot check the form [SIGN-4]', async () => {
    refusal = { status: 503, body: { message: 'Not now.', code: 'unavailable' } }
    fill()
    proceed()
    await waitFor(() => expect(page.pathname()).toBe('/payment'))
  })

  it('shows why the payment could not be prepared until the next attempt [PAY-2]', async () => {
    cleanup()
    saveSignupFailure('Payments are away.')
    page = openPage(SignupForm, '/signup')
    await screen.findByLabelText('Email')
    expect(errors()).toEqual(['Payments are away.'])
    fill()
    proceed()
    await waitFor(() => expect(page.pathname()).toBe('/payment'))
    expect(signupFailure()).toBeNull()
  })

  it('opens the terms in a dialog and keeps the form [SIGN-2]', async () => {
    type('Email', good.Email)
    fireEvent.click(screen.getByRole('link', { name: 'Terms of Service' }))
    const dialog = await screen.findByRole('dialog', { name: 'Terms of Service' })
    expect(dialog.textContent).toContain('12.99')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect([page.pathname(), fieldOf('Email').value]).toEqual(['/signup', good.Email])
  })

  it('clears an error on edit and does not repeat it while typing [SIGN-3]', async () => {
    fill({ Email: 'nadia' })
    proceed()
    await waitFor(() => expect(errors()).toEqual(['Email is invalid']))
    type('Email', 'nadia@')
    await waitFor(() => expect(errors()).toEqual([]))
    type('Email', '')
    fireEvent.blur(fieldOf('Email'))
    await new Promise(setImmediate)
    expect(errors()).toEqual([])
  })

  it('saves the form without the second password and continues [SIGN-4, SIGN-5]', async () => {
    fill()
    proceed()
    await waitFor(() => expect(page.pathname()).toBe('/payment'))
    expect(savedSignup()).toEqual({
      email: 'nadia@club.example',
      firstName: 'Nadia',
      lastName: 'Kern',
      phoneNumber: '+49 (30) 123-456',
      password: 'extra time',
      termsAccepted: true,
    })
    clearSignup()
    expect(savedSignup()).toBeNull()
  })

  it('shows an error when the browser cannot store the form [SIGN-4]', async () => {
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: full, removeItem: full })
    fill()
    proceed()
    await waitFor(() => expect(toastText()).toBe('ErrorFailed to proceed'))
    expect(errors()).toEqual([expect.stringContaining('Allow this site to store data')])
    expect(page.pathname()).toBe('/signup')
  })

  it('keeps the input across the terms and drops it outside the flow [SIGN-5]', async () => {
    type('First Name', 'Nadia')
    cleanup()
    openPage(SignupForm, '/signup')
    expect((await screen.findByLabelText<HTMLInputElement>('First Name')).value).toBe('Nadia')
    cleanup()
    clearSignup()
    openPage(SignupForm, '/signup')
    expect((await screen.findByLabelText<HTMLInputElement>('First Name')).value).toBe('')
  })

  it('counts only terms and privacy as part of the flow [SIGN-5]', () => {
    const flow = ['/signup', '/payment', '/payment-success', '/terms', '/privacy']
    expect(flow.every(isInSignupFlow)).toBe(true)
    expect(['/', '/login', '/influencer-info', '/subscribe'].some(isInSignupFlow)).toBe(false)
  })
})
