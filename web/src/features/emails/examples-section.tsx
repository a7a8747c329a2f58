import { useQuery } from '@tanstack/react-query'
import { type ExampleEmail, exampleHtml } from '@touchline/contract/emails.ts'
import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { examplesQuery } from './requests.ts'

const looks = { wide: 'Wide', phone: 'Phone', text: 'Text only' }
type Look = keyof typeof looks

const isLook = (value: string): value is Look => value in looks

export function ExamplesSection() {
  const { data } = useQuery(examplesQuery)
  const [name, setName] = useState('')
  const [look, setLook] = useState<Look>('wide')
  const example = data?.find((one) => one.name === name) ?? data?.[0]
  return (
    <section aria-labelledby="examples-title" className="mt-9">
      <h2 id="examples-title" className="text-2xl">
        What emails look like
      </h2>
      <p className="mt-2 measure text-muted">
        Made by the same code that writes the real ones; the people and the figures are made up.
      </p>
      {data && example ? (
        <>
          <div className="mt-5 grid gap-5 sm:grid-cols-2">
            <Field label="Email">
              {(control) => (
                <Select {...control} value={example.name} onChange={(event) => setName(event.target.value)}>
                  {data.map(({ name: value, when }) => (
                    <option key={value} value={value}>
                      {when}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Seen as">
              {(control) => (
                <Select
                  {...control}
                  value={look}
                  onChange={({ target }) => isLook(target.value) && setLook(target.value)}
                >
                  {Object.entries(looks).map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Shown example={example} look={look} />
        </>
      ) : (
        <Skeleton className="mt-5 h-96" />
      )}
    </section>
  )
}

function Shown({ example: { name, subject, text }, look }: { example: ExampleEmail; look: Look }) {
  return (
    <article className="surface mt-5 grid gap-3 p-4 sm:p-5">
      <h3 className="text-lg wrap-anywhere">{subject}</h3>
      {look === 'text' ? (
        <pre className="font-sans wrap-anywhere whitespace-pre-wrap">{text}</pre>
      ) : (
        <iframe
          // A new frame per email keeps previews out of the browser history.
          key={name}
          title={`The email “${subject}”`}
          // The sandbox blocks scripts, navigation and forms.
          sandbox=""
          src={exampleHtml.path.replace(':name', name)}
          className={`h-[36rem] rounded-control border border-line bg-white ${look === 'phone' ? 'w-90 max-w-full' : 'w-full'}`}
        />
      )}
    </article>
  )
}
