import type { ReactNode } from 'react'

/** Why the last attempt failed. It stays beside the button until the next attempt, when the toast has long gone. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <p
      role="alert"
      className="rounded-control border-l-4 border-dismissal bg-bench px-4 py-3 text-sm font-medium wrap-anywhere"
    >
      {children}
    </p>
  )
}
