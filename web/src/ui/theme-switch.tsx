import { Moon, Sun } from 'lucide-react'
import { Button } from './button.tsx'
import { chooseTheme, useTheme } from './theme.ts'

export function ThemeSwitch() {
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={`Switch to ${other} theme`}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={18} aria-hidden />
    </Button>
  )
}
