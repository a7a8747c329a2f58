import { useSyncExternalStore } from 'react'
import { writeStored } from './browser-storage.ts'

export type Theme = 'dark' | 'light'

const root = () => document.documentElement

/** Returns the theme on screen, which public/theme.js sets before the first paint. */
export const currentTheme = (): Theme => (root().dataset['theme'] === 'light' ? 'light' : 'dark')

export function chooseTheme(theme: Theme) {
  root().dataset['theme'] = theme
  writeStored('local', 'theme', theme)
}

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(root(), { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export const useTheme = () => useSyncExternalStore(onThemeChange, currentTheme, (): Theme => 'dark')
