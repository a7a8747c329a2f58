import { clsx } from 'clsx'
import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useThemeChoice } from './theme.ts'

const choices = [
  { choice: 'light', label: 'Light theme', icon: Sun },
  { choice: 'dark', label: 'Dark theme', icon: Moon },
  { choice: 'system', label: 'Theme of the device', icon: Monitor },
] as const

export function ThemeSwitch() {
  const chosen = useThemeChoice()
  return (
    <fieldset aria-label="Theme" className="flex shrink-0 rounded-control border border-edge">
      {choices.map(({ choice, label, icon: Icon }) => (
        <button
          key={choice}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={chosen === choice}
          className={clsx(
            'grid size-11 place-items-center rounded-control',
            chosen === choice ? 'bg-bench text-chalk' : 'text-muted hover:text-chalk',
          )}
          onClick={() => chooseTheme(choice)}
        >
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
