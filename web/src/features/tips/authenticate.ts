import * as api from '@touchline/contract/site.ts'
import { call } from '#api/call.ts'

/** Lets the bank ask the member its question; answers why the bank or the member said no, or null. */
export async function authenticate(clientSecret: string): Promise<string | null> {
  const [{ openProvider }, site] = await Promise.all([import('#payments/open-provider.ts'), call(api.show)])
  const { error } = await openProvider(site).handleNextAction(clientSecret)
  return error?.message ?? null
}
