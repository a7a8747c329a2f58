import type { Params } from '#api/form.ts'
import { at, texts } from '#api/params.ts'
import { invalid } from '#api/refusals.ts'

export const known = ['card', 'cashapp']

/** The method types of a new intent; unsupported types are silently dropped. */
export function allowedTypes(params: Params): { allowed: string[] | null; types: string[] } {
  const allowed = texts(params, 'allowed_payment_method_types') ?? null
  if (allowed && at(params, 'automatic_payment_methods') !== undefined)
    throw invalid('Pass only one of allowed_payment_method_types and automatic_payment_methods.')
  const types = known.filter((type) => !allowed || allowed.includes(type))
  if (types.length === 0)
    throw invalid('No valid payment method types for this intent.', 'allowed_payment_method_types')
  return { allowed, types }
}
