import { useEffect, useState } from 'react'

type Props = { seconds: number; onEnd: () => void }

/** The fourth official's board counting down; `onEnd` at zero. */
export function Countdown({ seconds, onEnd }: Props) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) {
      onEnd()
      return undefined
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, onEnd])
  return (
    <p className="inline-flex items-center gap-3 text-sm text-muted">
      <span className="board rounded-control border border-line bg-stand px-3 py-1 text-2xl font-bold text-caution">
        0:0{Math.max(left, 0)}
      </span>
      until you are taken inside
    </p>
  )
}
