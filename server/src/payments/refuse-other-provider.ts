import type { Database } from '#db/database.ts'
import type { ProviderMode } from './assert-provider.ts'
import type { Payments } from './payments.ts'
import { withRefusals, isNotPermitted } from './provider-errors.ts'
import { readSetting } from './settings.ts'
import { ConfigProblem } from '#config/config-problem.ts'

const wayOut = 'use the settings the site is started with.'

/** Comparing two accounts is meaningless. Writes nothing; throws ConfigProblem, unless the key may not read it. */
export async function refuseOtherProvider(
  db: Database,
  mode: ProviderMode,
  { stripe }: Pick<Payments, 'stripe'>,
): Promise<void> {
  if ((await readSetting(db, 'provider_mode')) !== mode)
    throw new ConfigProblem([`The payments of this database do not match STRIPE_SECRET_KEY: ${wayOut}`])
  const account = await readSetting(db, 'provider_account')
  if (mode === 'sandbox' || account === null) return
  try {
    const { id } = await withRefusals(stripe.accounts.retrieveCurrent())
    if (id !== account)
      throw new ConfigProblem([
        `STRIPE_SECRET_KEY belongs to the account ${id}, and this database holds payments of ${account}: ${wayOut}`,
      ])
  } catch (error) {
    if (!isNotPermitted(error)) throw error
  }
}
