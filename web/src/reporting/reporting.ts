import type { Reportable } from '@touchline/contract/moderation.ts'
import { createStore } from '#ui/store.ts'

/** The content to report; `name` is its name in the dialog. */
export type ReportSubject = { kind: Reportable; subjectId: string; name: string }

const subject = createStore<ReportSubject | null>(null)

/** The content being reported; one dialog in the frame asks for the reason. */
export const reporting = {
  ask: (about: ReportSubject) => subject.set(about),
  end: () => subject.set(null),
  subject: subject.get,
  subscribe: subject.subscribe,
}
