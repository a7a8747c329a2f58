import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Touchline } from '#ui/touchline.tsx'

type Props = { title: string; back: string; lead?: ReactNode; children: ReactNode }

export function ReadingPage({ title, back, lead, children }: Props) {
  return (
    <main id="main" className="mx-auto w-full max-w-report px-4 py-9 sm:px-6">
      <Button asChild kind="quiet" className="-ml-2.5 sm:-ml-5">
        <Link to={paths.home}>
          <ArrowLeft size={18} aria-hidden /> {back}
        </Link>
      </Button>
      <h1 className="mt-6 text-3xl sm:text-[2.75rem]">{title}</h1>
      {lead ? <div className="measure mt-2 text-lg text-muted">{lead}</div> : null}
      <Touchline className="mt-6 mb-12" />
      {children}
    </main>
  )
}
