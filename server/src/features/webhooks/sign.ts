import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

export const newWebhookSecret = () => prefix + randomBytes(32).toString('base64')

type Signed = { id: string; timestamp: number; body: string }

/** Signs as Standard Webhooks asks, once with each secret. `timestamp` is in seconds. */
export const signatureOf = ({ id, timestamp, body }: Signed, secrets: string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
