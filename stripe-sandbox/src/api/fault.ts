/** A fault that hits the next matching requests of the secret API. */
export type Fault = {
  method?: string
  /** Path prefix, e.g. '/v1/payment_intents'. */
  path: string
  /** Before the effect (nothing happens) or after it (the response is lost). */
  when: 'before' | 'after'
  /** A connection reset, no response at all, or an HTTP status. */
  how: 'reset' | 'hang' | number
  times?: number
}
