import { ApiError, errorMessage } from '#api/api-error.ts'
import { showSaved, showSavedUnpaid } from './payment-toasts.ts'
import { finishCardUpdate } from './requests.ts'

/**
 * Makes a newly saved payment method the one that is charged and shows the result. If the bank declines the open
 * payment, the method stays saved; any other error is thrown.
 */
export async function savePaymentMethod(setupIntentId: string): Promise<void> {
  try {
    await finishCardUpdate(setupIntentId)
    showSaved()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'card_declined') throw error
    showSavedUnpaid(errorMessage(error, 'Please try another one.'))
  }
}
