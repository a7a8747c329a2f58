import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PromoBox } from './promo-box.tsx'
import type { AppliedCode } from './promo-code.ts'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

function Page() {
  const [applied, setApplied] = useState<AppliedCode | null>(null)
  return <PromoBox applied={applied} onChange={setApplied} />
}

const apply = () => fireEvent.submit(screen.getByRole('form', { name: 'Promo code' }))

it('announces a code in a persistent live region and keeps the focus [SUB-5]', async () => {
  const answers = [400, 200]
  stop = await servePage((_request, response) => {
    const status = answers.shift() ?? 500
    const good = { code: 'FIVEOFF', discountAmount: 5, finalPrice: 7.99, renewalPrice: 12.99 }
    const body = status === 200 ? good : { code: 'invalid_promo_code', message: 'This code has expired.' }
    response.writeHead(status).end(JSON.stringify(body))
  })
  openPage(Page)
  const field = await screen.findByRole('textbox', { name: 'Promo code' })
  const says = screen.getByRole('status')
  fireEvent.change(field, { target: { value: 'fiveoff' } })
  apply()
  await waitFor(() => expect(toastText()).toContain('This code has expired.'))
  expect(document.activeElement).toBe(field)

  apply()
  await waitFor(() =>
    expect(says.textContent).toBe('FIVEOFF takes $5.00 off. You pay $7.99. Then $12.99 a month.'),
  )
  const remove = screen.getByRole('button', { name: 'Remove' })
  await waitFor(() => expect(document.activeElement).toBe(remove))
  fireEvent.click(remove)
  await waitFor(() => expect(says.textContent).toBe('The code was removed.'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Promo code' }))
})
