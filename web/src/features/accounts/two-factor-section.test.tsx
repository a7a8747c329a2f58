import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

it('keeps the focus in its section while its buttons take each other’s place [SET-5]', async () => {
  stop = await servePage(({ method }, response) =>
    response.end(
      JSON.stringify(
        method === 'GET'
          ? { isOn: false, isRequired: false, backupCodesLeft: 0 }
          : { secret: 'JBSWY3DP', otpauthUrl: 'otpauth://totp/Touchline?secret=JBSWY3DP' },
      ),
    ),
  )
  openPage(TwoFactorSection)
  const press = async (name: string) => {
    const button = await screen.findByRole('button', { name })
    button.focus()
    fireEvent.click(button)
    const heading = screen.getByRole('heading', { name: 'Two-Factor Authentication' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  }
  await press('Turn On')
  await press('Cancel')
})
