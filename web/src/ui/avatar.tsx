import { clsx } from 'clsx'
import { Avatar as Radix } from 'radix-ui'

type Props = { imageUrl: string | null | undefined; initial: string; size?: 'small' | 'normal' | 'large' }

const sizes = { small: 'size-8 text-sm', normal: 'size-10 text-base', large: 'size-20 text-3xl' }

/** A round picture, or the first letter while there is none. Decorative: the name stands next to it. */
export function Avatar({ imageUrl, initial, size = 'normal' }: Props) {
  return (
    <Radix.Root
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-bench',
        sizes[size],
      )}
    >
      {imageUrl ? <Radix.Image src={imageUrl} alt="" className="size-full object-cover" /> : null}
      <Radix.Fallback className="display leading-none">{initial.toUpperCase()}</Radix.Fallback>
    </Radix.Root>
  )
}
