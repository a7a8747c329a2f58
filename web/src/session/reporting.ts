import type { Reportable } from '@touchline/contract/moderation.ts'
import { createStore } from '#ui/store.ts'

/** What somebody is about to report; `name` is what the dialog calls it. */
export type ReportSubject = { kind: Reportable; subjectId: string; name: string }

const subject = createStore<ReportSubject | null>(null)

/** What is being reported, from wherever it is shown; one dialog in the frame asks for the reason. */
export const reporting = {
  ask: (about: ReportSubject) => subject.set(about),
  end: () => subject.set(null),
  subject: subject.get,
  subscribe: subject.subscribe,
}
