import { useEffect } from 'react'
import { useSite } from './site.ts'

/** Sets the document title, such as `Welcome Back · Touchline`. */
export function usePageTitle(title?: string) {
  const { name } = useSite()
  const whole = title ? `${title} · ${name}` : name
  useEffect(() => {
    document.title = whole
  }, [whole])
}
