import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input type={type} dir="auto" className={clsx('control', className)} {...rest} />
}
