import type { ReactNode } from 'react'
import { type CardColour, OfficialCard } from '#ui/official-card.tsx'

type Props = { colour: CardColour; title: string; children: ReactNode; action?: ReactNode }

export function SystemScreen({ colour, title, children, action }: Props) {
  return (
    <main
      id="main"
      className="relative grid min-h-[80dvh] flex-1 place-items-center overflow-hidden px-6 py-14"
    >
      <svg
        aria-hidden
        viewBox="0 0 1200 600"
        className="absolute top-1/2 left-1/2 h-[44rem] w-[88rem] max-w-none -translate-1/2 fill-none stroke-line stroke-[1.5]"
      >
        <circle cx="600" cy="300" r="280" />
        <path d="M-400 300H320M880 300H1600" />
      </svg>
      <div className="relative max-w-[30rem] text-center">
        <OfficialCard colour={colour} className="mb-9 text-[3.5rem]" />
        <h1 tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        <div className="mt-4 text-lg text-muted">{children}</div>
        {action ? <div className="mt-9 flex flex-wrap justify-center gap-3">{action}</div> : null}
      </div>
    </main>
  )
}
