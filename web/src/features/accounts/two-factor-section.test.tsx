import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

it('keeps the focus while its buttons replace each other [SET-5]', async () => {
  stop = await servePage(({ method, url }, response) =>
    response.end(
      JSON.stringify(
        url === '/api/auth/user'
          ? createUser()
          : method === 'GET'
            ? { isOn: false, isRequired: false, backupCodesLeft: 0 }
            : { secret: 'JBSWY3DP', otpauthUrl: 'otpauth://totp/Touchline?secret=JBSWY3DP' },
      ),
    ),
  )
  openPage(TwoFactorSection)
  const heading = await screen.findByRole('heading', { name: 'Two-Factor Authentication' })
  await press('Turn On')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await press('Cancel')
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

it('creates one secret per setup and no other after it', async () => {
  const asked: string[] = []
  let isOn = false
  stop = await servePage((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.method} ${path}`)
    response.setHeader('content-type', 'application/json')
    if (path === '/api/auth/user') response.end(JSON.stringify(createUser()))
    else if (path.endsWith('/enable')) {
      isOn = true
      response.end('{"backupCodes":["one-code"]}')
    } else if (path.endsWith('/setup'))
      response.end('{"secret":"JBSWY3DPEHPK3PXP","otpauthUrl":"otpauth://x"}')
    else response.end(JSON.stringify({ isOn, isRequired: false, backupCodesLeft: 10 }))
  })
  openPage(() => <TwoFactorSection />)
  fireEvent.click(await screen.findByRole('button', { name: 'Turn On' }))
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: '123456' } })
  fireEvent.submit(screen.getByRole('textbox').closest('form')!)
  await screen.findByText('one-code')
  await screen.findByText('On')
  expect(asked.filter((one) => one.endsWith('/setup'))).toHaveLength(1)
})
