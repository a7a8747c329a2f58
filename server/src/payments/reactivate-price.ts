import type { Payments } from './payments.ts'
import type { SetUpStep } from './set-up-step.ts'

/** Reactivates the price and its product when someone archived them. */
export async function reactivatePrice(payments: Payments): Promise<SetUpStep[]> {
  const { stripe, price, isPriceNew } = payments
  const { active, product } = await stripe.prices.retrieve(price.id, { expand: ['product'] })
  if (typeof product === 'string') throw new Error(`the product of ${price.id} was not expanded`)
  const isOnSale = !product.deleted && product.active
  if (!isOnSale) await stripe.products.update(product.id, { active: true })
  if (!active) await stripe.prices.update(price.id, { active: true })
  const outcomeOf = (isRight: boolean) => (isPriceNew ? 'made' : isRight ? 'found' : 'repaired')
  return [
    { what: 'product Platinum', id: product.id, outcome: outcomeOf(isOnSale) },
    { what: 'price, by the month', id: price.id, outcome: outcomeOf(active) },
  ]
}
