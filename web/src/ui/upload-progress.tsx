import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { fileSize } from './file-size.ts'
import { rateMeter } from './upload-rate.ts'

export type UploadedBytes = { bytes: number; all: number }

type Props = {
  sent: UploadedBytes
  waiting: string | null
  afterwards: string
  /** Omitted when the upload can no longer be canceled. */
  onCancel?: () => void
}

/** The speed and the time left, once a second. */
function useRate(sent: UploadedBytes): string | null {
  const latest = useRef(sent)
  useEffect(() => {
    latest.current = sent
  })
  const [rate, setRate] = useState<string | null>(null)
  useEffect(() => {
    const measure = rateMeter()
    const look = () => setRate(measure(latest.current.bytes, latest.current.all, performance.now()))
    const timer = window.setInterval(look, 1000)
    return () => window.clearInterval(timer)
  }, [])
  return rate
}

export function UploadProgress({ sent: { bytes, all }, waiting, afterwards, onCancel }: Props) {
  const share = all > 0 ? bytes / all : 0
  const percent = Math.floor(share * 100)
  const rate = useRate({ bytes, all })
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
          {waiting ? `${waiting} ${fileSize(bytes)} of ${fileSize(all)} have arrived.` : rate}
        </output>
      </div>
      <Button kind="outline" disabled={!onCancel} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
