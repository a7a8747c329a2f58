import { Link } from '#router/link.tsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Touchline } from '#ui/touchline.tsx'

type Props = { title: string; back: string; lead?: ReactNode; children: ReactNode }

export const ReadingPage = ({ title, back, lead, children }: Props) => (
  // Not the component of signed-in pages, which visitors would load for this alone.
  <main id="main" className="page">
    <div className="page-head">
      <h1 className="page-title">{title}</h1>
      <div className="page-back w-full">
        <Button asChild kind="link" className="min-h-11!">
          <Link to={paths.home}>
            <ArrowLeft size={16} aria-hidden /> {back}
          </Link>
        </Button>
      </div>
    </div>
    <div className="max-w-report">
      {lead ? <div className="measure text-muted">{lead}</div> : null}
      <Touchline className="mt-6 mb-12" />
      {children}
    </div>
  </main>
)
