import { Button } from './button.tsx'
import { fileSize } from './file-size.ts'

export type UploadedBytes = { bytes: number; all: number }

type Props = {
  sent: UploadedBytes
  waiting: string | null
  afterwards: string
  /** Omitted when the upload can no longer be canceled. */
  onCancel?: () => void
}

export function UploadProgress({ sent: { bytes, all }, waiting, afterwards, onCancel }: Props) {
  const share = all > 0 ? bytes / all : 0
  const percent = Math.floor(share * 100)
  return (
    <div className="grid gap-4 sm:flex sm:items-center">
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex justify-between gap-4 text-sm font-semibold">
          <span aria-live="polite">{share < 1 ? 'Uploading...' : afterwards}</span>
          <span className="board text-xs">{percent}%</span>
        </p>
        <progress
          aria-label="Upload"
          max={100}
          value={percent}
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-bench [&::-moz-progress-bar]:bg-turf [&::-webkit-progress-bar]:bg-bench [&::-webkit-progress-value]:bg-turf"
        />
        <output className="mt-2 block text-sm text-muted">
          {waiting ? `${waiting} ${fileSize(bytes)} of ${fileSize(all)} have arrived.` : null}
        </output>
      </div>
      <Button kind="outline" disabled={!onCancel} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
