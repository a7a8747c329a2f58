import { clsx } from 'clsx'
import { useSite } from '#site/site.ts'

type Props = { name: string; className: string }

/** The creator's picture, if there is one. */
export function Portrait({ name, className }: Props) {
  const { portraitUrl } = useSite().creator
  if (portraitUrl === null) return null
  return (
    <img
      src={portraitUrl}
      alt={`Portrait of ${name}`}
      className={clsx('object-cover object-top', className)}
    />
  )
}
