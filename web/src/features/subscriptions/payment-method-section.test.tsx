import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { useReturnedMethod } from './payment-method-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

/** Comes back from a wallet to a server that gives this answer to the saved method. */
async function comeBackTo(status: number, body: object) {
  const asked: string[] = []
  let finished = 0
  stop = await servePage(({ url = '' }, response) => {
    asked.push(url)
    const isFinish = url === '/api/payment-method/confirm'
    response.writeHead(isFinish ? status : 200).end(JSON.stringify(isFinish ? body : {}))
  })
  openPage(() => {
    useReturnedMethod('seti_1', () => (finished += 1))
    return null
  })
  await waitFor(() => expect(toastText()).not.toBeNull())
  await waitFor(() => expect(asked).toContain('/api/subscription-status?refresh=1'))
  expect(finished).toBe(1)
  return toastText()
}

describe('a newly saved payment method', () => {
  it('is used from now on', async () => {
    expect(await comeBackTo(200, { paymentMethods: [] })).toContain('Payment Method Updated')
  })

  it('stays saved when the open payment is declined, and both are shown', async () => {
    const text = await comeBackTo(402, {
      code: 'card_declined',
      message: 'Your card has insufficient funds.',
    })
    expect(text).toContain('Payment Method Saved')
    expect(text).toContain('Saved, but the open payment was declined: Your card has insufficient funds.')
  })

  it('is not saved after any other error', async () => {
    const text = await comeBackTo(503, { code: 'unavailable', message: 'The payment service is away.' })
    expect(text).toContain('Payment Method Not Updated')
    expect(text).toContain('The payment service is away.')
  })
})
