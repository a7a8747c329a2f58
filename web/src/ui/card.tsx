import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A raised surface. Give it `aria-labelledby` when it is a region of its own. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={clsx('surface p-5 sm:p-8', className)} {...rest} />
}
