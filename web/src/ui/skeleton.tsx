import { clsx } from 'clsx'

/** A grey shape in the size of what is on its way. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden className={clsx('skeleton', className)} />
}
