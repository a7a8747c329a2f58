import { useEffect } from 'react'
import { useSite } from './site.ts'

let renderedTitle = ''

const recordTitle = (title: string) => {
  renderedTitle = title
}

export const titleOfRender = () => renderedTitle

/** Sets the document title, such as `Welcome Back · Touchline`. */
export function usePageTitle(title?: string) {
  const { name } = useSite()
  const whole = title ? `${title} · ${name}` : name
  if (import.meta.env.SSR) recordTitle(whole)
  useEffect(() => {
    document.title = whole
  }, [whole])
}
