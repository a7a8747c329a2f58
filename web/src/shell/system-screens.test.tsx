import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { openPage, openSite } from '#testing/open-page.tsx'
import { isMobile } from '#ui/is-mobile.ts'
import { CrashBoundary, CrashScreen } from './crash-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { SuspendedScreen } from './suspended-screen.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const Broken = () => {
  throw new Error('own goal')
}

/** The site with an error at its start. */
function breakBy(error: Error) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Start = () => {
    throw error
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CrashBoundary>
        <Start />
      </CrashBoundary>
    </QueryClientProvider>,
  )
}

describe('the system screens', () => {
  it.each([true, false])('show Page Not Found, and developers a hint: %s [SYS-6]', async (sandbox) => {
    openPage(NotFoundScreen, '/nowhere', { ...openSite, features: { ...openSite.features, sandbox } })
    await screen.findByRole('heading', { name: 'Page Not Found' })
    const hint = screen.queryByText(/Did you forget to add \/nowhere to the router\?/)
    expect(hint !== null).toBe(sandbox)
  })

  it('give a blocked person the reason and a contact [SYS-2]', async () => {
    openPage(SuspendedScreen)
    await screen.findByRole('heading', { name: 'Account Suspended' })
    expect(
      screen.getByText(/temporarily suspended to maintain platform safety and community standards/),
    ).toBeTruthy()
    expect(screen.getByText(/please contact support at support@touchline\.example/)).toBeTruthy()
  })

  it('replace a crashed page and reload it on request [SYS-7]', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    render(
      <CrashBoundary>
        <Broken />
      </CrashBoundary>,
    )
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('announce a new version when a chunk is gone, and reload on request [SYS-7, OFF-2]', () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    // The messages of Chrome, Firefox and Safari.
    for (const words of [
      'Failed to fetch dynamically imported module: /assets/post-tools-1.js',
      'error loading dynamically imported module: /assets/post-tools-1.js',
      'Importing a module script failed.',
    ]) {
      render(<CrashScreen error={new TypeError(words)} />)
      screen.getByRole('heading', { name: 'There is a new version of this site' })
      fireEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
      cleanup()
    }
    expect(reload).toHaveBeenCalledTimes(3)
    render(<CrashScreen error={new TypeError('post is undefined')} />)
    screen.getByRole('heading', { name: 'Something went wrong' })
  })

  it('tell an unreachable server from a crash [SYS-7, OFF-2]', async () => {
    for (const status of [502, 503, 504]) {
      vi.stubGlobal('fetch', async () => new Response('Away', { status }))
      breakBy(new ApiError(status, 'Away', ''))
      expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeTruthy()
      cleanup()
    }
    breakBy(new ApiError(500, 'Failed', ''))
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  })

  it('reload for a site that returns, not for one that responds with a crash [SYS-7, OFF-2]', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    const answer = { status: 200 }
    vi.stubGlobal('fetch', async () => new Response('{}', { status: answer.status }))
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    breakBy(new TypeError('post is undefined'))
    await screen.findByRole('heading', { name: 'Something went wrong' })
    await vi.advanceTimersByTimeAsync(15_000)
    expect(reload).not.toHaveBeenCalled()
    cleanup()

    answer.status = 502
    breakBy(new TypeError('Failed to fetch'))
    await screen.findByRole('heading', { name: 'You are offline' })
    answer.status = 200
    await vi.advanceTimersByTimeAsync(15_000)
    expect(reload).toHaveBeenCalled()
  })
})

it('treats a browser as mobile by user agent or width up to 768 px [SYS-13]', () => {
  const name = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64)')
  window.happyDOM.setInnerWidth(769)
  expect(isMobile()).toBe(false)
  window.happyDOM.setInnerWidth(768)
  expect(isMobile()).toBe(true)
  window.happyDOM.setInnerWidth(1280)
  name.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)')
  expect(isMobile()).toBe(true)
})
