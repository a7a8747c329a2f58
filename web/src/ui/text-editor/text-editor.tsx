import {
  Bold,
  Code,
  Heading1,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Redo2,
  TextQuote,
  Undo2,
} from 'lucide-react'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { Toolbar } from 'radix-ui'
import { type MouseEvent, type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from '../dialog.tsx'
import { Field, FieldError } from '../field.tsx'
import { Input } from '../input.tsx'
import { fromMarkdown, toMarkdown } from './document.ts'
import { editorPlugins, linkAt, pictureAt, setLink, setPicture, tools } from './keys.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { linesOf, pictureView, type TextPicture } from './picture-view.ts'
import { withRealLists } from './word-lists.ts'

const buttons: { tool: keyof typeof tools; name: string; icon: LucideIcon }[] = [
  { tool: 'heading', name: 'Heading', icon: Heading1 },
  { tool: 'subheading', name: 'Subheading', icon: Heading2 },
  { tool: 'bold', name: 'Bold', icon: Bold },
  { tool: 'italic', name: 'Italic', icon: Italic },
  { tool: 'code', name: 'Code', icon: Code },
  { tool: 'bullets', name: 'Bulleted list', icon: List },
  { tool: 'numbers', name: 'Numbered list', icon: ListOrdered },
  { tool: 'quote', name: 'Quote', icon: TextQuote },
  { tool: 'divider', name: 'Divider', icon: Minus },
  { tool: 'undo', name: 'Undo', icon: Undo2 },
  { tool: 'redo', name: 'Redo', icon: Redo2 },
]

const keepSelection = (event: MouseEvent) => event.preventDefault()

export type TextEditorProps = {
  label: string
  /** Markdown. */
  value: string
  maxLength: number
  /** The longest description of a picture. */
  maxAltLength: number
  error?: string | undefined
  /** The pictures of the post, which can stand between its paragraphs. */
  pictures?: readonly TextPicture[]
  onChange: (markdown: string) => void
}

const none: readonly TextPicture[] = []

/** Writes formatted text. Every change is reported as Markdown. */
export function TextEditor({
  label,
  value,
  maxLength,
  maxAltLength,
  error,
  pictures = none,
  onChange,
}: TextEditorProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const [isLinking, setLinking] = useState(false)
  const [isPlacing, setPlacing] = useState(false)
  const shown = linesOf(pictures)
  const begin = () =>
    EditorState.create({
      doc: fromMarkdown(value),
      plugins: editorPlugins(() => setLinking(true)),
    })
  const [state, setState] = useState(begin)
  const [reported, setReported] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // It was changed elsewhere.
    if (value !== reported) setState(begin())
  }

  const report = useEffectEvent((markdown: string) => {
    setReported(markdown)
    onChange(markdown)
  })
  const create = useEffectEvent(
    () =>
      new EditorView(place.current, {
        state,
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': `${id}-label`,
          'aria-describedby': `${id}-error`,
          dir: 'auto',
          class: 'control grid min-h-60 content-start gap-3 wrap-anywhere whitespace-pre-wrap',
        },
        transformPastedHTML: withRealLists,
        nodeViews: { image: pictureView(shown) },
      }),
  )
  useEffect(() => {
    const editor = create()
    editor.setProps({
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) report(toMarkdown(next.doc))
      },
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    if (view.current && view.current.state !== state) view.current.updateState(state)
  }, [state])

  useEffect(() => {
    view.current?.setProps({ nodeViews: { image: pictureView(shown) } })
  }, [shown])

  const run = (command: (typeof tools)[keyof typeof tools]['run']) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch)
    editor.focus()
  }
  const length = Array.from(value).length
  const problem = error ?? (length > maxLength ? `Please use at most ${maxLength} characters.` : undefined)
  return (
    <div className="grid gap-1.5">
      <span id={`${id}-label`} className="justify-self-start text-sm font-semibold">
        {label}
      </span>
      <Toolbar.Root aria-label="Formatting" className="flex flex-wrap">
        {buttons.map(({ tool, name, icon: Icon }) => {
          const it = tools[tool]
          const isOn = 'isOn' in it ? it.isOn(state) : undefined
          return (
            <Toolbar.Button key={tool} asChild>
              <Button
                kind="quiet"
                size="icon"
                aria-label={name}
                title={name}
                aria-pressed={isOn}
                className={isOn ? 'bg-bench' : ''}
                onMouseDown={keepSelection}
                onClick={() => run(it.run)}
              >
                <Icon size={18} aria-hidden />
              </Button>
            </Toolbar.Button>
          )
        })}
        <Toolbar.Button asChild>
          <Button
            kind="quiet"
            size="icon"
            aria-label="Link"
            title="Link"
            aria-haspopup="dialog"
            onMouseDown={keepSelection}
            onClick={() => setLinking(true)}
          >
            <Link2 size={18} aria-hidden />
          </Button>
        </Toolbar.Button>
        <Toolbar.Button asChild>
          <Button
            kind="quiet"
            size="icon"
            aria-label="Picture"
            title="Picture"
            aria-haspopup="dialog"
            onMouseDown={keepSelection}
            onClick={() => setPlacing(true)}
          >
            <ImagePlus size={18} aria-hidden />
          </Button>
        </Toolbar.Button>
      </Toolbar.Root>
      <div ref={place} />
      <FieldError id={`${id}-error`} message={problem} />
      {isPlacing ? (
        <PictureDialog
          pictures={pictures}
          current={pictureAt(state)}
          maxAltLength={maxAltLength}
          onClose={() => setPlacing(false)}
          onSet={(chosen) => {
            setPlacing(false)
            run(setPicture(chosen))
          }}
        />
      ) : null}
      {isLinking ? (
        <LinkDialog
          address={linkAt(state)}
          onClose={() => setLinking(false)}
          onSet={(href) => {
            setLinking(false)
            run(setLink(href))
          }}
        />
      ) : null}
    </div>
  )
}

/** A website or a mailbox; an address without a scheme is a website. */
function toAddress(typed: string): string | null {
  const text = typed.trim()
  if (text === '') return ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null
}

type LinkProps = { address: string; onSet: (href: string) => void; onClose: () => void }

function LinkDialog({ address, onSet, onClose }: LinkProps) {
  const [typed, setTyped] = useState(address)
  const [error, setError] = useState<string>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog may stand inside another form.
    event.stopPropagation()
    const href = toAddress(typed)
    if (href === null) setError('Please enter the address of a website.')
    else onSet(href)
  }
  return (
    <Dialog open title="Link" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <form className="mt-6 grid gap-4" noValidate onSubmit={submit}>
        <Field label="Address" description="Leave it empty to remove the link." error={error}>
          {(control) => (
            <Input
              {...control}
              type="url"
              placeholder="https://"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <DialogActions>
          <Button kind="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Set Link</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
