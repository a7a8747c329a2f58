import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { sentenceOf } from '#api/api-error.ts'

type Checked =
  | { success: true; data: string }
  | { success: false; error: { issues: readonly { message: string }[] } }

/**
 * A form of one field: what is typed, checked by the contract's `schema` before `send` gets it, and a sentence for what
 * is wrong with it until somebody types on. `form` and `input` are what both carry.
 */
export function useOneField<Reply>(
  schema: { safeParse: (value: string) => Checked },
  send: (value: string) => Promise<Reply>,
) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, data, isPending } = useMutation({
    mutationFn: send,
    onError: (error) => setProblem(sentenceOf(error, 'That did not work. Please try again.')),
  })
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
        if (isPending) return
        const checked = schema.safeParse(value)
        if (checked.success) mutate(checked.data)
        else setProblem(checked.error.issues[0]?.message)
      },
    },
  }
}
