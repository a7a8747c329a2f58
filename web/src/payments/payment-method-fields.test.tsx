import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PaymentMethodFields } from './payment-method-fields.tsx'
import type { MethodChoice } from './open-provider.ts'
import { usePaymentMethod } from './use-method.ts'

afterEach(cleanup)

type Props = { methods: ('card' | 'cashapp')[]; onRead?: (choice: MethodChoice | null) => void }

function Form({ methods, onRead }: Props) {
  const method = usePaymentMethod(
    { payments: { provider: 'sandbox', publishableKey: 'pk_test', apiBase: '/sandbox', methods } },
    { mode: 'setup' },
  )
  return (
    <>
      <PaymentMethodFields method={method} />
      <button type="button" onClick={() => void method.read().then(onRead)}>
        Read
      </button>
    </>
  )
}

const readNow = () => fireEvent.click(screen.getByRole('button', { name: 'Read' }))

describe('choosing how to pay', () => {
  it('is by card or by Cash App [PAY-8]', async () => {
    const read: (MethodChoice | null)[] = []
    render(<Form methods={['card', 'cashapp']} onRead={(choice) => read.push(choice)} />)
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Card' })).checked).toBe(true)
    fireEvent.change(screen.getByLabelText('Use a test card'), { target: { value: '378282246310005' } })
    expect(screen.getByText('Amex')).toBeTruthy()
    readNow()
    fireEvent.click(screen.getByRole('radio', { name: 'Cash App' }))
    expect(screen.queryByLabelText('Card number')).toBeNull()
    readNow()
    await waitFor(() => expect(read).toHaveLength(2))
    expect(read).toMatchObject([
      { type: 'card', card: { number: '378282246310005', cvc: '1234' } },
      { type: 'cashapp' },
    ])
  })

  it('offers no choice with cards only [PAY-8]', async () => {
    render(<Form methods={['card']} />)
    expect((await screen.findByLabelText('Card number')).getAttribute('autocomplete')).toBe('cc-number')
    expect(screen.queryAllByRole('radio')).toEqual([])
  })
})
