import { join } from 'node:path'
import { demoAccounts, demoPassword } from '#demo/accounts.ts'
import type { Services } from '#services.ts'

const testCards = [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 9995', 'is declined: insufficient funds'],
  ['4000 0027 6000 3184', 'asks for 3-D Secure'],
  ['4000 0000 0000 0341', 'can be saved, declines every charge'],
] as const

/** Prints that the site is ready and how to sign in: the demo accounts, or the link for the first admin. */
export function announce(
  { config, payments, address, site }: Services,
  say: (line: string) => void,
  firstAdminLink: string | null,
): void {
  say(`${site.settings.name} is ready at ${address.url}`)
  say(setUpLine(config, payments.provider, site.settings.gateIsOn))
  if (firstAdminLink) {
    say('\nThis site has no admin yet. Become its first admin here within 24 hours:')
    say(`  ${firstAdminLink}`)
  }
  if (config.accessCode && site.settings.gateIsOn && !config.isProduction)
    say(`\nAccess code of the gate: ${config.accessCode}`)
  if (config.seedDemo) {
    say(`\nDemo accounts, password ${demoPassword}:`)
    for (const { email, description } of demoAccounts) say(`  ${email.padEnd(30)} ${description}`)
  }
  if (payments.provider === 'sandbox') {
    say('\nPayments are a rehearsal. Test cards (any future date, any CVC):')
    for (const [number, outcome] of testCards) say(`  ${number.padEnd(30)} ${outcome}`)
  }
}

/** Shows the main settings in one line, which reveals a misspelt one. */
function setUpLine(config: Services['config'], provider: string, gateIsOn: boolean): string {
  return [
    `Payments: ${provider}`,
    `email: ${config.mail.smtpUrl ? 'SMTP' : `files in ${join(config.dataDir, 'outbox')}`}`,
    `database: ${config.databaseUrl ? 'DATABASE_URL' : 'embedded'}`,
    `media: ${config.media.s3 ? 'bucket' : 'disk'}`,
    `gate: ${gateIsOn ? 'closed' : 'open'}`,
    `proxy: ${config.trustedProxies.join(', ') || 'none'}`,
  ].join(' · ')
}
