import { clsx } from 'clsx'
import { Children, cloneElement, type ComponentProps, isValidElement } from 'react'

const always =
  'inline-flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap select-none transition-colors duration-150 ease-play disabled:opacity-50 aria-disabled:opacity-50'
const kinds = {
  primary: 'bg-turf text-on-turf enabled:hover:bg-turf-raised [a&]:hover:bg-turf-raised',
  chalk: 'bg-chalk text-pitch enabled:hover:bg-chalk/85 [a&]:hover:bg-chalk/85',
  outline: 'border border-edge text-chalk enabled:hover:bg-bench [a&]:hover:bg-bench',
  quiet: 'text-chalk enabled:hover:bg-bench [a&]:hover:bg-bench',
  danger: 'bg-dismissal text-on-dismissal enabled:hover:bg-dismissal/85',
  link: 'min-h-6! px-0! underline decoration-line decoration-2 underline-offset-4 hover:decoration-turf',
}
const sizes = {
  normal: 'min-h-11 px-5 text-sm',
  large: 'min-h-13 px-7 text-base',
  icon: 'size-11 shrink-0',
}

type Look = { kind?: keyof typeof kinds; size?: keyof typeof sizes; wide?: boolean }
type Props = ComponentProps<'button'> & Look & { asChild?: boolean }

/** A button, or with `asChild` a link in the same style. Submits only with `type="submit"`. */
export function Button({
  asChild = false,
  kind = 'primary',
  size = 'normal',
  wide = false,
  className,
  type,
  children,
  ...rest
}: Props) {
  const clothes = clsx(always, kinds[kind], sizes[size], wide && 'w-full', className)
  if (asChild)
    return Children.map(children, (child) =>
      isValidElement<{ className?: string }>(child)
        ? cloneElement(child, { ...rest, className: clsx(clothes, child.props.className) })
        : child,
    )
  return (
    <button type={type ?? 'button'} className={clothes} {...rest}>
      {children}
    </button>
  )
}
