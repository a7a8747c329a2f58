import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { rememberEmail } from '#session/sign-in-email.ts'
import { servePage } from '#testing/page-server.ts'
import { advanceMs, stopTimers, advanceUntil } from '#testing/fake-timers.ts'
import { LoginPage } from './login-page.tsx'

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  vi.restoreAllMocks()
  await stop()
})

async function signIn() {
  openPage(() => <LoginPage />)
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'nadia@club.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'extra time' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

describe('the login page', () => {
  it('has a heading, links back, both required fields and the disclaimer [LOGIN-1, LOGIN-2, LOGIN-6]', async () => {
    openPage(() => <LoginPage />)
    await screen.findByRole('heading', { name: 'Welcome Back', level: 1 })
    const links = ['Back', 'Touchline', 'Join Now'].map((name) => screen.getByRole('link', { name }))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/', '/', '/signup'])
    const fields = ['Email', 'Password'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect(fields.map(({ type, required }) => [type, required])).toEqual([
      ['email', true],
      ['password', true],
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(fields[1]?.type).toBe('text')
    expect(screen.getByText(/independent platform/)).toBeTruthy()
  })

  it('is busy during the request, then redirects to the content [LOGIN-2, LOGIN-3]', async () => {
    // It replaces the login page in the history, which is not for signed-in people.
    const left = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
    const answers: (() => void)[] = []
    stop = await servePage((_request, response) => {
      answers.push(() => response.end('{"user":{}}'))
    })
    await signIn()
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Signing In...' })
    expect(busy.disabled).toBe(true)
    await waitFor(() => expect(answers).toHaveLength(1))
    stopTimers()
    answers[0]?.()
    await advanceUntil(() => toastText()?.includes('Welcome Back!') ?? false)
    advanceMs(1499)
    expect(left.mock.calls).toEqual([])
    advanceMs(1)
    expect(left.mock.calls).toEqual([['/content']])
  })

  it.each([
    [401, '{"message":"Account closed."}', 'Login FailedAccount closed.'],
    [500, '{"message":"Something went wrong on our side."}', 'Login FailedSomething went wrong on our side.'],
    [502, '', 'Login FailedInvalid email or password'],
  ])('says why it failed after a %i %s [LOGIN-4]', async (status, body, sentence) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    stop = await servePage((_request, response) => response.writeHead(status).end(body))
    await signIn()
    await waitFor(() => expect(toastText()).toBe(sentence))
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Sign In' })
    expect(again.disabled).toBe(false)
    expect(sentence).toContain(screen.getByRole('alert').textContent)
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })

  it('sends the link that replaces a lost second step again [REC-1]', async () => {
    const asked: string[] = []
    stop = await servePage(({ url }, response) => {
      asked.push(url ?? '')
      response.end(
        url === '/api/login'
          ? '{"twoFactorRequired":true,"byCode":true,"byPasskey":false,"isRecoveryReady":true}'
          : '{"message":"The link is on its way to your email address."}',
      )
    })
    await signIn()
    fireEvent.click(await screen.findByRole('button', { name: 'Email the Link Again' }))
    await screen.findByText('The link is on its way to your email address.')
    expect(asked).toEqual(['/api/login', '/api/login/recovery-link'])
  })

  it('is filled in with the address that signup knows already [LOGIN-2]', async () => {
    rememberEmail('nadia@club.example')
    openPage(() => <LoginPage />)
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('nadia@club.example')
    rememberEmail('')
  })

  it('shows an error when the server is unreachable [LOGIN-4]', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    stop = await servePage((_request, response) => response.destroy())
    await signIn()
    await waitFor(() => expect(toastText()).toBe('ErrorFailed to login. Please try again.'))
  })
})
