import { useEffect } from 'react'
import { useSite } from './site.ts'

/** Names the browser tab: `Welcome Back · Touchline`; without a title only the product's name. */
export function usePageTitle(title?: string) {
  const { name } = useSite()
  const whole = title ? `${title} · ${name}` : name
  useEffect(() => {
    document.title = whole
  }, [whole])
}
