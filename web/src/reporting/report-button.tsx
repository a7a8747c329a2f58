import { Flag } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { reporting, type ReportSubject } from './reporting.ts'

export function ReportButton({ about }: { about: ReportSubject }) {
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-haspopup="dialog"
      aria-label={`Report ${about.name}`}
      className="text-muted!"
      onClick={() => reporting.ask(about)}
    >
      <Flag size={16} aria-hidden />
    </Button>
  )
}
