import { Button } from '#ui/button.tsx'
import { fileSize } from '#ui/file-size.ts'
import type { Arrived } from './use-export.ts'

/** How much of an export has come, and the way to stop it. */
export function ExportProgress({ arrived, onCancel }: { arrived: Arrived; onCancel: () => void }) {
  const { bytes, ofBytes } = arrived
  // What is known before is the least there will be: the end is reached when it is.
  const percent = ofBytes > 0 ? Math.min(99, Math.floor((bytes / ofBytes) * 100)) : null
  return (
    <div className="mt-6 grid gap-4 sm:flex sm:items-center">
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex justify-between gap-4 text-sm font-semibold">
          Exporting...
          <span className="board text-xs">
            {percent === null ? fileSize(bytes) : `${fileSize(bytes)} · ${percent}%`}
          </span>
        </p>
        <progress
          aria-label="Export"
          max={100}
          {...(percent === null ? {} : { value: percent })}
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-bench [&::-moz-progress-bar]:bg-turf [&::-webkit-progress-bar]:bg-bench [&::-webkit-progress-value]:bg-turf"
        />
      </div>
      <Button kind="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
