import { clsx } from 'clsx'
import { useSite } from '#site/site.ts'

type Props = { name: string; className: string }

/** The creator's picture, if there is one. That of the demo creator is a drawing: a referee in black under floodlights. */
export function Portrait({ name, className }: Props) {
  const { creator, features } = useSite()
  const url = creator.portraitUrl ?? (features.demo ? '/demo-portrait.svg' : null)
  if (url === null) return null
  return <img src={url} alt={`Portrait of ${name}`} className={clsx('object-cover object-top', className)} />
}
