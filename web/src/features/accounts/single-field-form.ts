import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'

type Checked =
  | { success: true; data: string }
  | { success: false; error: { issues: readonly { message: string }[] } }

type Schema = { safeParse: (value: string) => Checked }

/** A form with one field, whose schema loads after the page. Spread `form` and `input` onto the elements. */
export function useSingleFieldForm<Reply>(
  fetchSchema: () => Promise<Schema>,
  send: (value: string) => Promise<Reply>,
) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, data, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => setProblem(errorMessage(error, 'That did not work. Please try again.')),
  })
  useEffect(() => void fetchSchema().catch(() => {}), [fetchSchema])
  const check = async () => {
    try {
      const checked = (await fetchSchema()).safeParse(value)
      if (checked.success) mutate(checked.data)
      else setProblem(checked.error.issues[0]?.message)
    } catch {
      setProblem('That did not work. Please try again.')
    }
  }
  return {
    reply: data,
    problem,
    isPending,
    input: {
      value,
      onChange(event: ChangeEvent<HTMLInputElement>) {
        setValue(event.target.value)
        setProblem(undefined)
      },
    },
    form: {
      noValidate: true,
      className: 'grid gap-5',
      onSubmit(event: FormEvent) {
        event.preventDefault()
        if (!isPending) void check()
      },
    },
  }
}
