import { Link } from '#router/link.tsx'
import { type MouseEvent, Suspense, useState } from 'react'
import { paths } from '#paths.ts'
import { useSlots } from '#slots.ts'

const texts = {
  terms: { to: paths.terms, title: 'Terms of Service' },
  privacy: { to: paths.privacy, title: 'Privacy Policy' },
} as const

/** A link to a legal text. A plain click opens the text in a dialog, so that the form stays as it is. */
export function LegalLink({ to: text }: { to: keyof typeof texts }) {
  const { Dialog, fetch } = useSlots()[text]
  const { to, title } = texts[text]
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const prepare = () => void fetch()
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    setOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Link
        to={to}
        preload={false}
        aria-haspopup="dialog"
        className="underline decoration-turf decoration-2 underline-offset-4"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      >
        {title}
      </Link>
      {wasOpened ? (
        <Suspense>
          <Dialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  )
}
