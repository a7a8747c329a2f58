import { Button } from '#ui/button.tsx'
import { fileSize } from '#ui/file-size.ts'
import type { Progress } from './use-export.ts'

export function ExportProgress({ arrived, onCancel }: { arrived: Progress; onCancel: () => void }) {
  const { bytes, ofBytes } = arrived
  // The estimate is a minimum, so there is no percentage.
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
