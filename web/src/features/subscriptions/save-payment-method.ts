import { ApiError, errorMessage } from '#api/api-error.ts'
import { showSaved, showSavedUnpaid } from './payment-toasts.ts'
import { finishCardUpdate } from './requests.ts'

/**
 * Has the server charge a method that was just saved from now on, and says how that went. A bank that then declines
 * what is open does not undo the saving; anything else that fails is thrown.
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
