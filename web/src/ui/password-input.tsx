import { clsx } from 'clsx'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  /** Names the field on its show button, where a form has several. */
  called?: string
}

export function PasswordInput({ className, called = 'password', ...rest }: Props) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <input type={isShown ? 'text' : 'password'} className={clsx('control pr-12!', className)} {...rest} />
      <button
        type="button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${called}`}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-chalk"
      >
        <Icon size={18} aria-hidden />
      </button>
    </div>
  )
}
