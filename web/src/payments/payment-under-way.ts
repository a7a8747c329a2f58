import { readStored, writeStored } from '#ui/browser-storage.ts'

const key = 'payment-under-way'

/** Whether a membership's payment that began in this tab is still being verified. */
export const isPaymentUnderWay = () => readStored('session', key) !== null

export const recordPaymentUnderWay = (isUnderWay: boolean) =>
  writeStored('session', key, isUnderWay ? 'yes' : null)
