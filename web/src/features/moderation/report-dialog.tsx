import { useMutation, useQueryClient } from '@tanstack/react-query'
import { maxReportLength, report, type Rule } from '@touchline/contract/moderation.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import type { ReportSubject } from '#reporting/reporting.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { ownCases } from './requests.ts'
import { RuleField } from './rule-field.tsx'

export function ReportDialog({ subject, onClose }: { subject: ReportSubject; onClose: () => void }) {
  const [rule, setRule] = useState<Rule | null>(null)
  const [words, setWords] = useState('')
  const client = useQueryClient()
  const isExpired = useExpiredSession()
  const send = useMutation({
    mutationFn: (chosen: Rule) => {
      const { kind, subjectId } = subject
      return call(report, { body: { kind, subjectId, rule: chosen, words } })
    },
    onSuccess: ({ message }) => {
      toast({ title: 'Report Sent', description: message, kind: 'success' })
      onClose()
      return client.invalidateQueries({ queryKey: ownCases.queryKey })
    },
    onError: (error) => {
      if (isExpired(error)) return
      const description = errorMessage(error, 'Your report could not be sent. Please try again.')
      toast({ title: 'Error', description, kind: 'destructive' })
    },
  })
  const isTooLong = Array.from(words).length > maxReportLength
  return (
    <FormDialog
      title={`Report ${subject.name}`}
      description="The moderators will look at it and tell you what came of it. Its author never learns who reported it."
      onClose={onClose}
      submit={{ label: 'Send Report', isDisabled: !rule || isTooLong || send.isPending }}
      onSubmit={() => {
        if (rule) send.mutate(rule)
      }}
    >
      <RuleField label="Which rule does it break?" value={rule} onChange={setRule} />
      <Field label="Anything else we should know? (optional)">
        {(control) => (
          <Textarea
            {...control}
            limit={maxReportLength}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
