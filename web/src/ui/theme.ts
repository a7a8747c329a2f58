import { useSyncExternalStore } from 'react'
import { writeStored } from './browser-storage.ts'

export type Theme = 'dark' | 'light'

/** `system` follows the setting of the device. */
export type ThemeChoice = Theme | 'system'

const root = () => document.documentElement

/** Returns the theme on screen, which public/theme.js sets before the first paint. */
export const currentTheme = (): Theme => (root().dataset['theme'] === 'light' ? 'light' : 'dark')

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark')

function currentChoice(): ThemeChoice {
  const chosen = root().dataset['themeChoice']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function chooseTheme(choice: ThemeChoice) {
  const { dataset } = root()
  dataset['themeChoice'] = choice
  dataset['theme'] = choice === 'system' ? systemTheme() : choice
  writeStored('local', 'theme', choice === 'system' ? null : choice)
}

function onThemeChange(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(root(), { attributeFilter: ['data-theme', 'data-theme-choice'] })
  return () => observer.disconnect()
}

export const useTheme = () => useSyncExternalStore(onThemeChange, currentTheme, (): Theme => 'dark')

export const useThemeChoice = () =>
  useSyncExternalStore(onThemeChange, currentChoice, (): ThemeChoice => 'system')
