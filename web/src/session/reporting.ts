import type { Reportable } from '@touchline/contract/moderation.ts'

/** What somebody is about to report; `name` is what the dialog calls it. */
export type ReportSubject = { kind: Reportable; subjectId: string; name: string }

let subject: ReportSubject | null = null
const listeners = new Set<() => void>()

function change(next: ReportSubject | null) {
  subject = next
  for (const listener of listeners) listener()
}

/** What is being reported, from wherever it is shown; one dialog in the frame asks for the reason. */
export const reporting = {
  ask: (about: ReportSubject) => change(about),
  end: () => change(null),
  subject: () => subject,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
