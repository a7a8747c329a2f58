/** A fault to happen to the next matching requests of the secret API. */
export type Fault = {
  method?: string
  /** Prefix of the path, e.g. '/v1/payment_intents'. */
  path: string
  /** Before the effect (nothing happens) or after it (it happened, the answer is lost). */
  when: 'before' | 'after'
  /** A reset connection, no answer at all, or an HTTP status. */
  how: 'reset' | 'hang' | number
  times?: number
}
