import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PromoTestPage } from './promo-test-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

it('offers the active codes, oldest first, with their discounts [PROMO-1]', async () => {
  const codes = [
    { code: 'FIVEOFF', percentOff: null, amountOffCents: 500, state: 'active' },
    { code: 'OVER', percentOff: 10, amountOffCents: null, state: 'expired' },
    { code: 'WELCOME25', percentOff: 25, amountOffCents: null, state: 'active' },
  ]
  stop = await servePage(({ url }, response) =>
    response.end(
      JSON.stringify(url === '/api/admin/promo-codes' ? { codes } : createUser({ role: 'creator' })),
    ),
  )
  openPage(() => <PromoTestPage />)
  await screen.findByRole('heading', { name: 'Test codes' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'WELCOME2525% off',
    'FIVEOFF$5 off',
  ])
})
