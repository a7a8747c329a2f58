import { Dialog } from '#ui/dialog.tsx'
import { shortcuts } from '#ui/shortcuts.ts'

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    title="Keyboard shortcuts"
    description="They work outside text fields. You can switch them off in the settings."
    onOpenChange={(open) => {
      if (!open) onClose()
    }}
  >
    <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
      {Object.entries(shortcuts).map(([key, what]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="board rounded-control border border-edge px-2 py-1">{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
