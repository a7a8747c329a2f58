import type { TryOut } from '@touchline/contract/site-settings.ts'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { problemText } from '#jobs/attempts.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { testEmail } from './emails.ts'

type Deps = Pick<Services, 'config' | 'mail' | 'media' | 'payments' | 'site'>

async function tryMail({ config, mail, site }: Deps, { email, firstName }: Viewer): Promise<string> {
  await mail.sendNow(testEmail({ email, firstName }, site.settings.name))
  return config.mail.smtpUrl
    ? `An email to ${email} was handed to the mail server.`
    : 'There is no mail server: the email is a file in the folder “outbox” of the data folder.'
}

/** Stores a file, reads it back and deletes it. */
async function tryStorage({ config, media }: Deps): Promise<string> {
  const path = media.tempPath()
  const key = `try-out/${randomBytes(12).toString('hex')}`
  const written = randomBytes(64)
  await writeFile(path, written)
  try {
    await media.putFile(key, path)
    const read = await buffer(await media.open(key))
    if (!read.equals(written)) throw new Error('The file came back with other bytes.')
  } finally {
    await media.discard(path)
    await media.delete(key).catch(() => {})
  }
  return config.media.s3
    ? 'A file was written to the bucket, read and deleted.'
    : 'There is no bucket: a file was written to the folder “media”, read and deleted.'
}

async function tryPayments({ payments }: Deps): Promise<string> {
  const { id } = await payments.stripe.accounts.retrieveCurrent()
  return payments.provider === 'sandbox'
    ? `Payments are simulated: the account ${id} of the sandbox answers.`
    : `The payment account ${id} answers.`
}

/** Uses what a secret of the environment is for, and says what came of it. */
export async function tryOut(
  services: Deps,
  viewer: Viewer,
  what: TryOut,
): Promise<{ isWell: boolean; text: string }> {
  const run = { mail: tryMail, storage: tryStorage, payments: tryPayments }[what]
  try {
    return { isWell: true, text: await run(services, viewer) }
  } catch (error) {
    return { isWell: false, text: problemText(error) }
  }
}

/** Which secrets of the environment are set, and never their values. */
export const listSecrets = ({ config }: Pick<Services, 'config'>) => [
  { name: 'SESSION_SECRET', isSet: config.sessionSecret !== null, tries: null },
  { name: 'ACCESS_CODE', isSet: config.accessCode !== null, tries: null },
  { name: 'STRIPE_SECRET_KEY', isSet: config.payments.stripe !== null, tries: 'payments' as const },
  { name: 'SMTP_URL', isSet: config.mail.smtpUrl !== null, tries: 'mail' as const },
  { name: 'S3_BUCKET', isSet: config.media.s3 !== null, tries: 'storage' as const },
  { name: 'BACKUP_PASSPHRASE', isSet: config.backupPassphrase !== null, tries: null },
]
