import { readStored, writeStored } from './browser-storage.ts'

const key = 'shortcuts'

/** The single keys that work outside text fields, in the order of the list. */
export const shortcuts = {
  j: 'Next post',
  k: 'Previous post',
  l: 'Like the post, or remove the like',
  c: 'Comment on the post',
  '/': 'Search the posts',
  '?': 'Show this list',
} as const

export type Shortcut = keyof typeof shortcuts

export const isShortcut = (pressed: string): pressed is Shortcut => Object.hasOwn(shortcuts, pressed)

/** Whether this browser uses single-key shortcuts. */
export const areShortcutsOn = () => readStored('local', key) !== 'off'

export const switchShortcuts = (isOn: boolean) => writeStored('local', key, isOn ? null : 'off')
