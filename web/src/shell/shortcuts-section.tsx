import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { areShortcutsOn, switchShortcuts } from '#ui/shortcuts.ts'

export function ShortcutsSection() {
  const [isOn, setOn] = useState(areShortcutsOn)
  return (
    <Card aria-labelledby="shortcuts-title">
      <h3 id="shortcuts-title" className="text-xl">
        Keyboard Shortcuts
      </h3>
      <p className="mt-2 mb-4 text-muted">
        Move through the feed with single keys; press ? there for the list. This setting is for this browser.
      </p>
      <Checkbox
        label="Use keyboard shortcuts"
        checked={isOn}
        onChange={(wanted) => {
          switchShortcuts(wanted)
          setOn(wanted)
        }}
      />
    </Card>
  )
}
