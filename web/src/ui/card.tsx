import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={clsx('surface p-5 sm:p-8', className)} {...rest} />
}
