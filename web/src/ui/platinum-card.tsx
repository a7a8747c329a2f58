import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode; className?: string }

export function PlatinumCard({ title, children, className }: Props) {
  return (
    <div
      className={clsx('platinum platinum-hover flex aspect-[5/7] flex-col justify-between p-6', className)}
    >
      <svg aria-hidden viewBox="0 0 250 350" preserveAspectRatio="none" className="platinum-engraving">
        <path d="M0 175h250M125 131a44 44 0 1 0 .1 0M125 173a2 2 0 1 0 .1 0" />
        <path d="M92 0v17h66V0M92 350v-17h66v17" />
        <path d="M0 22A22 22 0 0 0 22 0M228 0a22 22 0 0 0 22 22M0 328a22 22 0 0 1 22 22M250 328a22 22 0 0 0-22 22" />
      </svg>
      <div className="relative">
        <p className="lettering text-sm">Platinum</p>
        <p dir="auto" className="display mt-1 text-2xl">
          {title}
        </p>
      </div>
      <div className="relative">{children}</div>
    </div>
  )
}
