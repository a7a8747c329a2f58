import { maxCaptionsBytes } from '@touchline/contract/captions.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { useRef, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { languageName } from '#player/language-name.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { useSaveCaptions } from './captions-requests.ts'
import { readCaptions } from './read-captions.ts'

const languages =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv th tr uk vi zh-Hans zh-Hant'
    .split(' ')
    .sort((one, other) => languageName(one).localeCompare(languageName(other)))

/** The browser's language, if it is in the list. */
const ownLanguage = () => {
  const own = navigator.languages.map((tag) => tag.split('-')[0])
  return own.find((tag) => tag && languages.includes(tag)) ?? 'en'
}

export function AddCaptions({ post }: { post: Post }) {
  const [language, setLanguage] = useState(ownLanguage)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const save = useSaveCaptions(post)
  const isExpired = useExpiredSession()
  const replaces = post.media?.captions.some((one) => one.language === language) ?? false

  const send = async () => {
    const file = input.current?.files?.[0]
    if (!file) return setProblem('Please choose a file with captions.')
    if (file.size > maxCaptionsBytes)
      return setProblem(`Please choose a file of at most ${maxCaptionsBytes / 1024} kB.`)
    setProblem(null)
    const content = await readCaptions(file, language)
    if (content === null)
      return setProblem('This is not a text file, or not in an encoding known here. Please save it as UTF-8.')
    try {
      await save.mutateAsync({ language, content })
      if (input.current) input.current.value = ''
    } catch (error) {
      if (!isExpired(error))
        setProblem(errorMessage(error, 'The captions could not be saved. Please try again.'))
    }
    return undefined
  }
  return (
    <form
      noValidate
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) void send()
      }}
    >
      <Field label="Language">
        {(control) => (
          <Select {...control} value={language} onChange={(event) => setLanguage(event.target.value)}>
            {languages.map((one) => (
              <option key={one} value={one}>
                {languageName(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Captions file"
        description={replaces ? 'It replaces the existing one.' : undefined}
        error={problem ?? undefined}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            accept=".vtt,.srt,text/vtt"
            className="control text-sm"
            onChange={() => setProblem(null)}
          />
        )}
      </Field>
      <DialogActions>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : replaces ? 'Replace' : 'Add Captions'}
        </Button>
      </DialogActions>
    </form>
  )
}
