let dollars: Intl.NumberFormat | undefined

/** Formats 12.99 as `$12.99`. The first formatter of a page takes 15 ms, so it is created on first use. */
export function formatDollars(amount: number) {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  return dollars.format(amount)
}
