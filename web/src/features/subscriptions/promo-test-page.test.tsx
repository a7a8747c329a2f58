import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage, openSite } from '#testing/open-page.tsx'
import { PromoTestPage } from './promo-test-page.tsx'

afterEach(cleanup)

it('offers test codes in the simulator only [PROMO-1]', async () => {
  for (const [sandbox, codes] of [
    [true, ['WELCOME25', 'FIVEOFF', 'FULLTIME']],
    [false, []],
  ] as const) {
    openPage(() => <PromoTestPage />, '/', { ...openSite, features: { ...openSite.features, sandbox } })
    await screen.findByRole('textbox', { name: 'Promo code' })
    expect(
      screen.queryAllByRole('listitem').map((item) => item.querySelector('button')?.textContent),
    ).toEqual(codes)
    expect(screen.queryAllByRole('heading', { name: 'Test codes' })).toHaveLength(sandbox ? 1 : 0)
    cleanup()
  }
})
