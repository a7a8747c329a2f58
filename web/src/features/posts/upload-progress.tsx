import { Button } from '#ui/button.tsx'

type Props = { share: number; onCancel: () => void }

/** How far an upload is, and the way to stop it. */
export function UploadProgress({ share, onCancel }: Props) {
  const percent = Math.floor(share * 100)
  return (
    <div className="mt-6 flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="mb-2 flex justify-between text-sm font-semibold">
          {share < 1 ? 'Uploading...' : 'Preparing your post...'}
          <span className="board text-xs">{percent}%</span>
        </p>
        <progress
          aria-label="Upload"
          max={100}
          value={percent}
          className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-bench [&::-moz-progress-bar]:bg-turf [&::-webkit-progress-bar]:bg-bench [&::-webkit-progress-value]:bg-turf"
        />
      </div>
      <Button kind="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
