import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { isPaymentUnderWay } from '#payments/payment-under-way.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PaymentSuccessPage } from './payment-success-page.tsx'

let stop: () => Promise<void>
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await stop()
})

it('offers support instead of a spinner while the payment is verified [PAY-8]', async () => {
  const message = 'Verification takes 1-2 hours. You can also close it: we will email you.'
  stop = await servePage((_request, response) =>
    response.writeHead(202).end(JSON.stringify({ message, subscriptionState: 'payment_processing' })),
  )
  openPage(() => <PaymentSuccessPage />)
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Your payment is being verified'))
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Contact Support' })).toBeTruthy()
  expect(screen.queryByText('One moment')).toBeNull()
  expect(isPaymentUnderWay()).toBe(true)
})
