import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, openSite, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { pageTurns, advanceMs, stopTimers, advanceUntil } from '#testing/fake-timers.ts'
import { Gate } from './gate.tsx'
import { maySubmit, unlockDelayMs } from './try-code.ts'
import { isUnlocked, rememberUnlocked } from '#site/unlock.ts'

let answers = 0
let stop: () => Promise<void>

const forgetCookie = () => {
  document.cookie = 'unlocked=; max-age=0; path=/'
}

beforeEach(async () => {
  sessionStorage.clear()
  forgetCookie()
  answers = 0
  stop = await servePage((request, response) => {
    const isRight = request.body === '{"code":"kickoff"}'
    response.on('finish', () => {
      answers += 1
    })
    if (isRight) response.writeHead(204).end()
    else
      response.writeHead(401).end('{"message":"Incorrect password. Try again!","code":"wrong_access_code"}')
  })
})

afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

const field = () => screen.getByPlaceholderText<HTMLInputElement>('Enter access code...')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /Touchline|Unlocking/ })

/** Tries a code and lets all but the last millisecond of the gate's second pass after the answer has come. */
async function tryCode(code: string) {
  openPage(() => <Gate>The club</Gate>)
  await screen.findByText('COMING SOON')
  fireEvent.change(field(), { target: { value: code } })
  stopTimers()
  fireEvent.submit(field())
  expect([button().textContent, button().disabled]).toEqual(['Unlocking...', true])
  await advanceUntil(() => answers === 1)
  await pageTurns()
  advanceMs(unlockDelayMs - 1)
  await pageTurns()
}

function endSecond() {
  advanceMs(1)
  vi.useRealTimers()
}

describe('the gate', () => {
  it('refuses an empty code, spaces and a second submission at once [GATE-3]', () => {
    expect([maySubmit('', false), maySubmit('  \t', false), maySubmit('kickoff', true)]).toEqual([
      false,
      false,
      false,
    ])
    expect(maySubmit('kickoff', false)).toBe(true)
  })

  it('shows the badge, the field, the button with the name and four perks, and nothing else [GATE-1, GATE-2]', async () => {
    openPage(() => <Gate>The club</Gate>)
    await screen.findByText('COMING SOON')
    expect(screen.queryByText('The club')).toBeNull()
    expect(field().type).toBe('password')
    expect([button().textContent, button().disabled]).toEqual(['Enter Touchline', true])
    const perks = screen.getAllByRole('listitem').map((perk) => perk.querySelector('h2')?.textContent)
    expect(perks).toEqual(['Direct Access', 'Premium Content', 'VIP Community', 'Live Interactions'])
  })

  it('counts down to its opening and takes addresses for the waitlist, if set [GATE-9, GATE-10]', async () => {
    const opensAt = new Date(Date.now() + 26 * 3_600_000).toISOString()
    openPage(() => <Gate>The club</Gate>, '/', {
      ...openSite,
      gate: { enabled: true, opensAt, hasWaitlist: true },
    })
    expect((await screen.findByRole('timer')).textContent).toMatch(/^1 day, 0[12]:\d\d:\d\d$/)
    const email = await screen.findByRole('textbox', { name: /waitlist/ })
    fireEvent.change(email, { target: { value: 'no address' } })
    fireEvent.submit(screen.getByRole('form', { name: 'Waitlist' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Email is invalid')
    expect(answers).toBe(0)
  })

  it('after a second clears the field after a wrong code and stays locked [GATE-4]', async () => {
    await tryCode('penalty')
    expect([toastText(), unlockDelayMs]).toEqual([null, 1000])
    endSecond()
    await waitFor(() => expect(toastText()).toBe('Access DeniedIncorrect password. Try again!'))
    expect([field().value, isUnlocked()]).toEqual(['', false])
    expect(document.activeElement).toBe(field())
    expect(screen.getByRole('alert').textContent).toBe('Incorrect password. Try again!')
  })

  it('opens a second after the right code, and stays open for the session [GATE-5, GATE-6]', async () => {
    await tryCode('kickoff')
    expect(screen.queryByText('The club')).toBeNull()
    endSecond()
    await screen.findByText('The club')
    expect([toastText(), isUnlocked()]).toEqual(['Welcome!Access granted to Touchline', true])
    cleanup()
    openPage(() => <Gate>The club</Gate>)
    await screen.findByText('The club')
    forgetCookie()
    expect(isUnlocked()).toBe(true)
  })

  it('stays open in new tabs, whose session storage is empty [GATE-6]', () => {
    rememberUnlocked()
    sessionStorage.clear()
    expect(isUnlocked()).toBe(true)
    forgetCookie()
    expect(isUnlocked()).toBe(false)
  })
})
